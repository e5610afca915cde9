"""The diary: days and weeks, booking, moving, cancelling and blocking by hand."""
