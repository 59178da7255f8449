"""Five cat games on one engine."""
