"""The files of a business, read strictly: every mistake with its file and line."""
