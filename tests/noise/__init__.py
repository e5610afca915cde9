"""Noise: what speech and typing do to a guest's words, and whether the same booking still comes out of it."""
