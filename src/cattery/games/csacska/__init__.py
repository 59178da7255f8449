"""Csacska macskák: series of cats whose sum ends in nine, thieves, dogs and kittens."""
