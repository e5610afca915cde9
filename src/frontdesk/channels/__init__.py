"""Ways in and out: each takes what a guest sends and carries back what the desk says."""

CHANNELS = ("web", "sms", "email", "voice", "terminal")
