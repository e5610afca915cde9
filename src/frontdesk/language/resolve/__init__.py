"""What a meaning comes to here: code over values that readers found, what is open, and the offer as it was shown."""
