"""What an arena refuses."""

from __future__ import annotations

from cattery.errors import CatteryError
from cattery.text import shared_words


class ArenaError(CatteryError):
    """A refusal whose words stand in the catalogues under `arena.error`."""

    def text(self, lang: str = "en") -> str:
        """The refusal in words."""
        params = {
            name: value.text(lang) if isinstance(value, CatteryError) else value
            for name, value in self.params.items()
        }
        return shared_words(lang).text(f"arena.error.{self.code}", **params)


class TooFewPlayers(ArenaError):
    """An arena of one."""

    code = "few_players"


class SamePlayerTwice(ArenaError):
    """Two players of one name can't be told apart in the tables."""

    code = "same_player"


class NotAmongPlayers(ArenaError):
    """The player who is to sit alone isn't there."""

    code = "not_among"


class SoloTable(ArenaError):
    """One who is to sit alone against others, at tables of one."""

    code = "solo"


class NoStrangers(ArenaError):
    """Strangers of a game without styles, of a part that isn't there, or at tables of one."""

    code = "no_strangers"


class OtherSettings(ArenaError):
    """A results file that was begun with other settings."""

    code = "other_settings"


class DamagedResults(ArenaError):
    """A results file with a line that can't be read."""

    code = "damaged"


class NotResults(ArenaError):
    """A file that isn't an arena's."""

    code = "not_results"


class ResultsInUse(ArenaError):
    """Another arena is writing to the file."""

    code = "in_use"


class PlotOverResults(ArenaError):
    """A picture that would take the place of the results file."""

    code = "same_plot"


class OtherCode(ArenaError):
    """Matches that were set up by other code than what would play them."""

    code = "other_code"


class NoRay(ArenaError):
    """A cluster was asked for, but Ray isn't installed."""

    code = "no_ray"


class ClusterUnreachable(ArenaError):
    """No Ray cluster at the address, or one that doesn't take this process."""

    code = "no_cluster"


class NoCode(ArenaError):
    """A machine without Cattery, or with one that doesn't know what it is asked to do."""

    code = "no_code"


class NodeRefuses(ArenaError):
    """A machine of a cluster that can't play along, and why."""

    code = "node"


class ProgramElsewhere(ArenaError):
    """A program of this machine that is to play on others."""

    code = "program_elsewhere"


class KeepsFailing(ArenaError):
    """A player that has broken off every game so far."""

    code = "keeps_failing"
