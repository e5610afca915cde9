"""What needs a person: today, conversations, requests."""
