"""The pages of a hotel: tickets that people decide on, and the rooms that the ERP has."""
