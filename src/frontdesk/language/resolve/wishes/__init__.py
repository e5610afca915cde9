"""What a message wants of the desk: a flow, a change, an end, a person."""
