"""The values in a message, and how each is meant: wanted, ruled out, past, or merely asked about."""
