"""The web: pages, an interface for programs and a socket per conversation, for any number of businesses."""
