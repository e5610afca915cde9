"""The parts of understanding: cues, clauses, values, choices, moves, questions and the flows they start."""
