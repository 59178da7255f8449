"""Learning by self-play: thinkers play themselves, and what they found out becomes a small net."""
