"""Frontdesk: a booking agent that books real openings, exactly once, and never promises what it has not done."""

__version__ = "0.1.0"
