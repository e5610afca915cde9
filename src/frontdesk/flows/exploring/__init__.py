"""Walks every position a flow can reach, and holds what happens there to the promises."""
