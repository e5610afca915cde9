"""Changing the business: forms, reviews, history."""
