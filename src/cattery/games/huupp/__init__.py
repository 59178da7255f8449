"""HUUupp: kittens and cats that boop each other off a quilted bed, ghosts on its seams."""
