"""The small model that ships with the desk: how a guest's words are meant, each guess with its probability."""
