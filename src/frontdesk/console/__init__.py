"""What staff see: who is let in, and the pages behind the door."""
