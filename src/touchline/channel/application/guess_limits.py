"""Slow down those who guess passwords and codes, without locking out the account's owner (ADR 52).

Guesses from unknown devices share one count per account. A device on which the account logged in before, and
a session of the account, have counts of their own, so that nobody else can use them up.
"""

from contextlib import suppress
from dataclasses import dataclass

from touchline.channel.domain.known_devices import KnownDevice
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.throttle import Limit, Throttle
from touchline.shared.errors import Refused, Throttled
from touchline.shared.ids import AccountId, SessionId

PAUSES = ((0, 2), (3, 8), (6, 30), (10, 60))
"""Seconds between two guesses, by how many came after the free ones: none yet, three, six, ten or more."""
MAX_SPREAD = 10
"""Slowed guesses that may come from different addresses at once; later ones wait together."""
_MAX_SLOWED = 1_000

Subject = tuple[object, ...]


@dataclass(frozen=True)
class Source:
    """Where a guess comes from. `own` names a known device or a session of the account, "" for others;
    `address` is the network address as it is counted."""

    address: str = ""
    own: str = ""


class WrongGuess(Refused):
    """A wrong password or code. What was noted of it stays: the email to the owner leaves."""

    keeps = True


def account_subject(account_id: AccountId) -> Subject:
    """Return what guesses at an account are counted under."""
    return ("account", account_id)


def from_device(device: KnownDevice | None, account_id: AccountId | None, address: str) -> Source:
    """Return the source of a guess at an account from a browser that may be known."""
    known = device is not None and account_id is not None and device.remembers(account_id)
    return Source(address, f"device {device.id}" if known and device else "")


def from_session(session_id: SessionId) -> Source:
    """Return the source of a guess by somebody who is logged in to the account."""
    return Source(own=f"session {session_id}")


class GuessLimiter:
    """Counts guesses at passwords, or at codes.

    `limit` says how many are free. The next ones wait, longer each time, at most a minute. `spread` lets the
    first slowed guesses of different addresses wait apart, so that an attacker at one address does not slow
    down the owner at another. `letter` is the email that tells the owner.
    """

    def __init__(
        self, throttle: Throttle, limit: Limit, letters: Letters, letter: str, *, spread: bool = True
    ) -> None:
        self._throttle = throttle
        self._limit = limit
        self._slowed = Limit(f"{limit.name}-slowed", _MAX_SLOWED, limit.seconds)
        self._pauses = [(after, Limit(f"{limit.name}-pause", 1, wait)) for after, wait in PAUSES]
        self._letters = letters
        self._letter = letter
        self._once_a_day = Limit(f"{limit.name}-letters", 1, 24 * 3600)
        self._spread = spread

    def take(self, subject: Subject, source: Source) -> None:
        """Count one guess before it is compared; `Throttled` with the seconds to wait. The owner of an
        account is told by email, once a day at most."""
        counted = _counted(subject, source)
        try:
            self._throttle.take(self._limit, *counted)
        except Throttled:
            self._tell_owner(subject, source)
            self._wait(counted, source)
        else:
            self._begin_pause(counted, source, 0)

    def clear(self, subject: Subject, source: Source) -> None:
        """Forget the guesses of this source: the right password or code was given."""
        for limit in (self._limit, self._slowed):
            self._throttle.clear(limit, *_counted(subject, source))

    def forgive(self, account_id: AccountId) -> None:
        """Forget the guesses of all unknown devices: the password was replaced."""
        self.clear(account_subject(account_id), Source())

    def _wait(self, counted: Subject, source: Source) -> None:
        slowed = self._throttle.count(self._slowed, *counted)
        try:
            self._throttle.take(self._pause(slowed), *self._slot(counted, source, slowed))
        except Throttled as throttled:
            throttled.keeps = True
            raise
        self._throttle.take(self._slowed, *counted)
        self._begin_pause(counted, source, slowed + 1)

    def _pause(self, slowed: int) -> Limit:
        return next(limit for after, limit in reversed(self._pauses) if slowed >= after)

    def _begin_pause(self, counted: Subject, source: Source, slowed: int) -> None:
        """Let the next guess wait from now on; a pause that runs already goes on."""
        with suppress(Throttled):
            self._throttle.take(self._pause(slowed), *self._slot(counted, source, slowed))

    def _slot(self, counted: Subject, source: Source, slowed: int) -> Subject:
        apart = self._spread and not source.own and slowed < MAX_SPREAD
        return (*counted, "from", source.address) if apart else counted

    def _tell_owner(self, subject: Subject, source: Source) -> None:
        if subject[0] != "account" or source.own:
            return
        with suppress(Throttled):
            self._throttle.take(self._once_a_day, *subject)
            account_id = subject[1]
            assert isinstance(account_id, int)
            self._letters.ask(self._letter, AccountId(account_id))


def _counted(subject: Subject, source: Source) -> Subject:
    return (*subject, source.own) if source.own else subject
