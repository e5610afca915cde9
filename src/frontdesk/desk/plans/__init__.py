"""Plans and forms: what a flow will do with what it knows, what it lacks, and the fields that ask for that.

Both follow from where a conversation stands; neither is kept beside it.
"""
