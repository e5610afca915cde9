"""Other people's calendars and inventories: asked over the network, checked at the edge, answered in typed outcomes."""
