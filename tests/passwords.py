"""A password that is checked at once: what is kept of it says how hard it was made, and tests need no thief to fail."""

from argon2 import PasswordHasher

PASSWORD = "pear lamp river nine"
KEPT = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
