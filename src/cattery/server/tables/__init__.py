"""Tables in memory: who sits where, what they may do, and what everybody is told of it."""
