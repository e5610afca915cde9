"""Makes the small model that the product ships: corpus, noise, training, export, scores. Not installed with it."""
