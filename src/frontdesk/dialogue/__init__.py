"""The pure core of a conversation: positions, events, effects, and the one function that moves between them."""
