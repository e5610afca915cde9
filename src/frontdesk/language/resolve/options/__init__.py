"""Which of the options shown a message picks."""
