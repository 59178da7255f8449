"""If It Fits, It Sits: cardboard boxes grow on the table, and cats move in."""
