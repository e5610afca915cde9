"""What is looked up: guests, numbers, what was not understood, the log, the search."""
