"""What words come to here: meanings against the offer, the slots, the limits in force and what was just talked about."""
