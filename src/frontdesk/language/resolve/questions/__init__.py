"""What a message asks, and what that is about."""
