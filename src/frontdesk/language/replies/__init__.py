"""Replies into words, and the two guards over them."""
