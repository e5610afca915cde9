"""What a meaning comes to here: against the offer, the slots of the flow, the limits in force, what was booked."""
