"""What a message is made of: its clauses, the phrases found in it, and the words of the business."""
