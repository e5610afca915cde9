"""A message read by what it answers: nothing, a question for a slot, an offer, a confirm, or which flow was meant."""
