"""What a message gives to the slots of a flow, asked for or not."""
