"""What the server refuses, beyond what the rules and the match refuse."""

from __future__ import annotations

from cattery.errors import CatteryError
from cattery.text import shared_words


class Refusal(CatteryError):
    """A refusal of the server, with the HTTP status that goes with it."""

    code = "refused"
    status = 400

    def text(self, lang: str = "en") -> str:
        """The refusal in words."""
        return shared_words(lang).text(f"refusal.{self.code}", **self.params)


class BadMessage(Refusal):
    """A message that can't be read."""

    code = "bad_message"
    status = 422


class TooFast(Refusal):
    """More messages than a person sends."""

    code = "too_fast"
    status = 429


class TooManyTables(Refusal):
    """One more than a browser may open, none of which is over."""

    code = "too_many_tables"
    status = 409


class TooLarge(Refusal):
    """A body that is too long."""

    code = "too_large"
    status = 413


class ForeignOrigin(Refusal):
    """A request that another site's page sent."""

    code = "foreign_origin"
    status = 403


class TooLong(Refusal):
    """A match whose log has no room for this any more."""

    code = "too_long"
    status = 409


class WrongHost(Refusal):
    """A request that calls the server by a name that isn't its own."""

    code = "wrong_host"
    status = 421


class NoTable(Refusal):
    """No table has this id, or it has expired."""

    code = "no_table"
    status = 404


class NotFound(Refusal):
    """There is nothing at this address."""

    code = "not_found"
    status = 404


class NotYourSeat(Refusal):
    """A seat that this browser doesn't hold."""

    code = "not_your_seat"
    status = 403


class StoodInFor(Refusal):
    """A bot plays for this seat until its person takes it back."""

    code = "stood_in_for"
    status = 409


class NotTheHost(Refusal):
    """Only the host arranges the table."""

    code = "not_the_host"
    status = 403


class SeatTaken(Refusal):
    """Somebody sits there."""

    code = "seat_taken"
    status = 409


class TableFull(Refusal):
    """No seat is open."""

    code = "table_full"
    status = 409


class SeatsOpen(Refusal):
    """The match can't start while seats are open."""

    code = "seats_open"
    status = 409


class AlreadyStarted(Refusal):
    """The table can't be arranged any more."""

    code = "already_started"
    status = 409


class NotStarted(Refusal):
    """There is no match yet."""

    code = "not_started"
    status = 409


class NotOver(Refusal):
    """Something that is shown only after the end."""

    code = "not_over"
    status = 409


class Stale(Refusal):
    """The match has moved on since the page last heard of it."""

    code = "stale"
    status = 409


class NobodyAsked(Refusal):
    """No take-back waits for this answer."""

    code = "nobody_asked"
    status = 409


class NotAway(Refusal):
    """The player is here, or hasn't been away for long enough."""

    code = "not_away"
    status = 409


class ChatClosed(Refusal):
    """This table has no chat, or only set phrases."""

    code = "chat_closed"
    status = 403


class HintsOff(Refusal):
    """This table is played without hints."""

    code = "hints_off"
    status = 403


class SeenCardsOff(Refusal):
    """This table is played without the list of cards that were seen."""

    code = "seen_cards_off"
    status = 403


class Busy(Refusal):
    """Too many others wait for the same already."""

    code = "busy"
    status = 503


class NotAnalysed(Refusal):
    """An analysis that broke off."""

    code = "analysis_failed"
    status = 503


class InBlocks(Refusal):
    """More moves than one answer should hold."""

    code = "in_blocks"
    status = 409


class NoKnownDice(Refusal):
    """Dice that can't be known beforehand, or given to others: chance doesn't go by moments."""

    code = "no_known_dice"
    status = 409


class NoResult(Refusal):
    """A result that isn't in this browser's list."""

    code = "no_result"
    status = 404


class NoDevice(Refusal):
    """The browser has no cookie yet."""

    code = "no_device"
    status = 401


class LinkExpired(Refusal):
    """A seat's link that was used, or is too old."""

    code = "link_expired"
    status = 404


class NotHere(Refusal):
    """Only somebody at the server's own machine may do this."""

    code = "not_here"
    status = 403


class StillWarming(Refusal):
    """The game is being compiled."""

    code = "still_warming"
    status = 503


class WarmingFailed(Refusal):
    """The game couldn't be compiled."""

    code = "warming_failed"
    status = 503


class StorageFailed(Refusal):
    """The database didn't take it; nothing was done."""

    code = "storage_failed"
    status = 503


class StorageUnsure(StorageFailed):
    """The database went away while it was told; whether it was done shows when it is back."""

    code = "storage_unsure"


class NoDatabase(Refusal):
    """The database can't be opened."""

    code = "no_database"


class NewerDatabase(Refusal):
    """A database that a later version of this program has written."""

    code = "newer_database"


class UnreadableTable(Refusal):
    """A table of which the database holds nonsense."""

    code = "unreadable_table"
    status = 410


class DatabaseInUse(Refusal):
    """Another server works on the same file."""

    code = "database_in_use"


class NeedsPostgres(Refusal):
    """Several processes can't share an embedded database."""

    code = "needs_postgres"


class BackupRefused(Refusal):
    """A backup that this command can't make."""

    code = "backup_refused"


class PortTaken(Refusal):
    """The port is in use, or not ours to open."""

    code = "port_taken"


class Outdated(Refusal):
    """A match of other rules or data than those in force."""

    code = "outdated"
    status = 410
