"""Rows for the corpus that the small model is trained with: made of messages that were misread, without persons."""
