"""Slow down those who guess passwords and codes, without locking out the account's owner (ADR 52).

Guesses from unknown devices share one count per account. A device on which the account logged in before, and
a session of the account, have counts of their own, so that nobody else can use them up.
"""

from contextlib import suppress
from dataclasses import dataclass

from touchline.channel.domain.accounts.known_devices import KnownDevice
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.ids import AccountId, SessionId

GUESS_DELAYS = ((0, 2), (3, 8), (6, 30), (10, 60))
"""Seconds between two guesses, by how many came after the free ones: none yet, three, six, ten or more."""
MAX_SEPARATE_SOURCES = 10
"""Slowed guesses that may come from different addresses at once; later ones wait together."""
_MAX_DELAYED = 1_000

GuessSubject = tuple[object, ...]


@dataclass(frozen=True)
class GuessSource:
    """Where a guess comes from. `own` names a known device or a session of the account, "" for others;
    `address` is the network address as it is counted."""

    address: str = ""
    owner_key: str = ""


class InvalidCredentialError(RefusedError):
    """A wrong password or code. What was noted of it stays: the email to the owner leaves."""

    commits_transaction = True


def account_guess_subject(account_id: AccountId) -> GuessSubject:
    """Return what guesses at an account are counted under."""
    return ("account", account_id)


def guess_source_for_device(
    device: KnownDevice | None, account_id: AccountId | None, address: str
) -> GuessSource:
    """Return the source of a guess at an account from a browser that may be known."""
    is_known = device is not None and account_id is not None and device.has_account(account_id)
    return GuessSource(address, f"device {device.id}" if is_known and device else "")


def guess_source_for_session(session_id: SessionId) -> GuessSource:
    """Return the source of a guess by somebody who is logged in to the account."""
    return GuessSource(owner_key=f"session {session_id}")


class GuessLimiter:
    """Counts guesses at passwords, or at codes.

    `limit` says how many are free. The next ones wait, longer each time, at most a minute.
    `separate_sources` lets the first slowed guesses of different addresses wait apart, so that an attacker
    at one address does not slow down the owner at another. `email_kind` is the email that tells the owner.
    """

    def __init__(
        self,
        throttle: Throttle,
        limit: Limit,
        email_queue: EmailQueue,
        email_kind: str,
        *,
        separate_sources: bool = True,
    ) -> None:
        self._throttle = throttle
        self._limit = limit
        self._delayed_limit = Limit(f"{limit.name}-slowed", _MAX_DELAYED, limit.seconds)
        self._delay_limits = [
            (threshold, Limit(f"{limit.name}-pause", 1, delay_seconds))
            for threshold, delay_seconds in GUESS_DELAYS
        ]
        self._email_queue = email_queue
        self._email_kind = email_kind
        self._notification_limit = Limit(f"{limit.name}-letters", 1, 24 * 3600)
        self._separate_sources = separate_sources

    def hit(self, subject: GuessSubject, source: GuessSource) -> None:
        """Count one guess before it is compared; `RateLimitedError` with the seconds to wait. The owner of an
        account is told by email, once a day at most."""
        count_key = _count_key(subject, source)
        try:
            self._throttle.hit(self._limit, *count_key)
        except RateLimitedError:
            self._notify_owner(subject, source)
            self._hit_delayed(count_key, source)
        else:
            self._start_delay(count_key, source, 0)

    def clear(self, subject: GuessSubject, source: GuessSource) -> None:
        """Forget the guesses of this source: the right password or code was given."""
        for limit in (self._limit, self._delayed_limit):
            self._throttle.clear(limit, *_count_key(subject, source))

    def clear_for_account(self, account_id: AccountId) -> None:
        """Forget the guesses of all unknown devices: the password was replaced."""
        self.clear(account_guess_subject(account_id), GuessSource())

    def _hit_delayed(self, count_key: GuessSubject, source: GuessSource) -> None:
        delayed_count = self._throttle.count(self._delayed_limit, *count_key)
        try:
            self._throttle.hit(
                self._get_delay_limit(delayed_count), *self._delay_key(count_key, source, delayed_count)
            )
        except RateLimitedError as error:
            error.commits_transaction = True
            raise
        self._throttle.hit(self._delayed_limit, *count_key)
        self._start_delay(count_key, source, delayed_count + 1)

    def _get_delay_limit(self, delayed_count: int) -> Limit:
        return next(limit for threshold, limit in reversed(self._delay_limits) if delayed_count >= threshold)

    def _start_delay(self, count_key: GuessSubject, source: GuessSource, delayed_count: int) -> None:
        """Let the next guess wait from now on; a pause that runs already goes on."""
        with suppress(RateLimitedError):
            self._throttle.hit(
                self._get_delay_limit(delayed_count), *self._delay_key(count_key, source, delayed_count)
            )

    def _delay_key(self, count_key: GuessSubject, source: GuessSource, delayed_count: int) -> GuessSubject:
        is_separate = self._separate_sources and not source.owner_key and delayed_count < MAX_SEPARATE_SOURCES
        return (*count_key, "from", source.address) if is_separate else count_key

    def _notify_owner(self, subject: GuessSubject, source: GuessSource) -> None:
        if subject[0] != "account" or source.owner_key:
            return
        with suppress(RateLimitedError):
            self._throttle.hit(self._notification_limit, *subject)
            account_id = subject[1]
            assert isinstance(account_id, int)
            self._email_queue.enqueue(self._email_kind, AccountId(account_id))


def _count_key(subject: GuessSubject, source: GuessSource) -> GuessSubject:
    return (*subject, source.owner_key) if source.owner_key else subject
