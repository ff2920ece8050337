"""Rate limits for password and code guesses that never lock out the account's owner (ADR 52).

Guesses from unknown devices share one count per account. A known device and a session of the account have
their own counts, so that nobody else can use them up.
"""

from contextlib import suppress
from dataclasses import dataclass

from touchline.channel.domain.accounts.known_devices import KnownDevice
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.ids import AccountId, SessionId

GUESS_DELAYS = ((0, 2), (3, 8), (6, 30), (10, 60))
"""Pairs of the number of delayed guesses so far and the seconds to wait before the next guess."""
MAX_SEPARATE_SOURCES = 10
"""Number of delayed guesses that are counted separately by network address. Later ones share one delay."""
_MAX_DELAYED = 1_000

GuessSubject = tuple[object, ...]


@dataclass(frozen=True)
class GuessSource:
    """The source of a guess.

    `owner_key` names a known device or a session of the account, or is "" for others. `address` is the
    network address for the rate limit.
    """

    address: str = ""
    owner_key: str = ""


class InvalidCredentialError(RefusedError):
    """The password or code is wrong. The transaction is committed, so that the count and the owner's email
    are saved.
    """

    commits_transaction = True


def account_guess_subject(account_id: AccountId) -> GuessSubject:
    """Return the key for counting guesses against an account."""
    return ("account", account_id)


def guess_source_for_device(
    device: KnownDevice | None, account_id: AccountId | None, address: str
) -> GuessSource:
    """Return the source of a guess from a browser, which may be a known device."""
    is_known = device is not None and account_id is not None and device.has_account(account_id)
    return GuessSource(address, f"device {device.id}" if is_known and device else "")


def guess_source_for_session(session_id: SessionId) -> GuessSource:
    """Return the source of a guess from a session of the account."""
    return GuessSource(owner_key=f"session {session_id}")


class GuessLimiter:
    """Rate limiter for password or code guesses.

    `limit` is the number of guesses without delay. Each later guess waits longer, up to one minute.
    `separate_sources` counts the first delayed guesses separately by network address. So an attacker at one
    address does not delay the owner at another. `email_kind` is the email that alerts the owner.
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
        """Count one guess. Call this before comparing it.

        Raises `RateLimitedError` with the seconds to wait. The owner is notified by email at most once a day.
        """
        count_key = _count_key(subject, source)
        try:
            self._throttle.hit(self._limit, *count_key)
        except RateLimitedError:
            self._notify_owner(subject, source)
            self._hit_delayed(count_key, source)
        else:
            self._start_delay(count_key, source, 0)

    def clear(self, subject: GuessSubject, source: GuessSource) -> None:
        """Reset the count of this source after a right password or code."""
        for limit in (self._limit, self._delayed_limit):
            self._throttle.clear(limit, *_count_key(subject, source))

    def clear_for_account(self, account_id: AccountId) -> None:
        """Reset the count of unknown devices after a password change."""
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
        """Start the delay before the next guess. A delay that is already running continues."""
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
