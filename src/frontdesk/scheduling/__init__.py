"""The pure core of time: hours, services, resources, openings, and the rules of booking them."""
