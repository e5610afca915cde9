"""What is proved of flows before they serve, and the sentences that say what is wrong with them."""
