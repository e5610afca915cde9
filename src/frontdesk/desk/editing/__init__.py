"""Changes that people make to a business from the console: checked like any other, kept, and undone."""
