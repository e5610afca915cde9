"""Who is let in: accounts, passwords, sessions, the second factor, and the guard before every page."""
