"""Information-set Monte Carlo tree search over the verbs: one search for all games."""

from cattery.search.search import FEWEST_VISITS, Choice, Limits, Search, SearchReport, Step
from cattery.search.settings import SearchSettings

__all__ = ["FEWEST_VISITS", "Choice", "Limits", "Search", "SearchReport", "SearchSettings", "Step"]
