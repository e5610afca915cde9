"""Conversation files: read, run, compared with what they expect, and counted by what they reach."""
