"""What a value is: closed grammars, exact; one reader per module."""
