"""Conversations as files, and back, with persons taken out of them."""
