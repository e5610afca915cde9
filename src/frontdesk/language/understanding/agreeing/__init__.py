"""Whether a message agrees to what was shown."""
