"""What a meaning comes to here: code over values that readers found and over what was said, shown and booked before."""
