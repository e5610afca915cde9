"""Words into meanings and replies into words. Loads its word lists once; pure from then on."""
