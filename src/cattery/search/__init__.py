"""Information-set Monte Carlo tree search over the verbs: one search for all games."""

from cattery.search.search import Choice, Limits, Report, Search, Step

__all__ = ["Choice", "Limits", "Report", "Search", "Step"]
