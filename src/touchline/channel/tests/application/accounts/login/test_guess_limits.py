"""Limits on password guesses, which do not lock out other people."""

from collections.abc import Callable

import pytest

from touchline.channel.application.accounts.login.guess_limits import (
    GUESS_DELAYS,
    MAX_SEPARATE_SOURCES,
    GuessLimiter,
    GuessSource,
    account_guess_subject,
    guess_source_for_device,
    guess_source_for_session,
)
from touchline.channel.domain.accounts.known_devices import KnownDevice, KnownDeviceTokens
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.tests.device_grant_fakes import RecordingEmailQueue
from touchline.shared.errors import RateLimitedError
from touchline.shared.ids import AccountId, SessionId

ADA = AccountId(7)
SUBJECT = account_guess_subject(ADA)
STRANGER_SOURCE, OWNER_SOURCE = GuessSource("192.0.2.1"), GuessSource("198.51.100.7")
LAPTOP = KnownDevice("a" * 32, (7,))


class SlidingWindowThrottle:
    """A throttle whose windows slide with `seconds_now`."""

    def __init__(self) -> None:
        self.seconds_now = 0.0
        self.hits: dict[tuple[object, ...], list[float]] = {}

    def _active_hits(self, limit: Limit, key: tuple[object, ...]) -> list[float]:
        hits = self.hits.setdefault((limit.name, limit.seconds, *key), [])
        hits[:] = [hit for hit in hits if hit > self.seconds_now - limit.seconds]
        return hits

    def hit(self, limit: Limit, *key: object, cost: int = 1) -> None:
        self.test(limit, *key)
        self._active_hits(limit, key).extend([self.seconds_now] * cost)

    def test(self, limit: Limit, *key: object) -> None:
        hits = self._active_hits(limit, key)
        if len(hits) >= limit.times:
            raise RateLimitedError(int(hits[0] + limit.seconds - self.seconds_now))

    def count(self, limit: Limit, *key: object) -> int:
        return len(self._active_hits(limit, key))

    def clear(self, limit: Limit, *key: object) -> None:
        self._active_hits(limit, key).clear()


class GuessHarness:
    """A limiter with ten free guesses in 15 minutes."""

    def __init__(self) -> None:
        self.throttle, self.email_queue = SlidingWindowThrottle(), RecordingEmailQueue()
        limit = Limit("wrong-passwords", 10, 900)
        self.guess_limiter = GuessLimiter(self.throttle, limit, self.email_queue, "wrong_passwords")

    def get_delay(self, source: GuessSource, subject: tuple[object, ...] = SUBJECT) -> int:
        """Guess once and return the seconds to wait, or 0 if the guess was accepted."""
        try:
            self.guess_limiter.hit(subject, source)
        except RateLimitedError as rate_limit_error:
            return rate_limit_error.retry_after
        return 0

    def use_free_guesses(
        self, source: GuessSource = STRANGER_SOURCE, subject: tuple[object, ...] = SUBJECT
    ) -> None:
        """Use the ten free guesses."""
        assert [self.get_delay(source, subject) for _ in range(10)] == [0] * 10


@pytest.fixture
def harness() -> GuessHarness:
    return GuessHarness()


def test_the_eleventh_guess_is_delayed_by_two_seconds(harness: GuessHarness) -> None:
    harness.use_free_guesses()
    assert harness.get_delay(STRANGER_SOURCE) == 2
    harness.throttle.seconds_now += 2
    assert harness.get_delay(STRANGER_SOURCE) == 0


def test_delays_grow_to_at_most_a_minute(harness: GuessHarness) -> None:
    harness.use_free_guesses()
    delays = []
    for _ in range(14):
        delays.append(harness.get_delay(STRANGER_SOURCE))
        harness.throttle.seconds_now += delays[-1]
        assert harness.get_delay(STRANGER_SOURCE) == 0
    assert delays == [2, 2, 2, 8, 8, 8, 30, 30, 30, 30, 60, 60, 60, 60]
    assert max(delays) == GUESS_DELAYS[-1][1]


@pytest.mark.parametrize(
    "build_source",
    [
        lambda: guess_source_for_device(LAPTOP, ADA, "192.0.2.1"),
        lambda: guess_source_for_session(SessionId(3)),
    ],
)
def test_known_devices_and_sessions_have_separate_limits(
    harness: GuessHarness, build_source: Callable[[], GuessSource]
) -> None:
    harness.use_free_guesses()
    assert harness.get_delay(STRANGER_SOURCE) > 0
    assert harness.get_delay(build_source()) == 0


def test_a_known_device_has_ten_free_guesses(harness: GuessHarness) -> None:
    source = guess_source_for_device(LAPTOP, ADA, "192.0.2.1")
    harness.use_free_guesses(source)
    assert harness.get_delay(source) == 2
    assert harness.get_delay(OWNER_SOURCE) == 0
    assert harness.email_queue.queued == []


def test_a_device_of_another_account_is_unknown(harness: GuessHarness) -> None:
    harness.use_free_guesses()
    assert harness.get_delay(guess_source_for_device(LAPTOP, AccountId(8), "192.0.2.1")) > 0
    assert (
        guess_source_for_device(LAPTOP, None, "x")
        == guess_source_for_device(None, ADA, "x")
        == GuessSource("x")
    )


def test_an_attacker_does_not_delay_the_owner_at_another_address(harness: GuessHarness) -> None:
    harness.use_free_guesses()
    for _ in range(50):
        harness.get_delay(STRANGER_SOURCE)
    assert harness.get_delay(OWNER_SOURCE) == 0


def test_many_addresses_share_one_delay_eventually(harness: GuessHarness) -> None:
    harness.use_free_guesses()
    allowed_count = sum(harness.get_delay(GuessSource(f"203.0.113.{index}")) == 0 for index in range(200))
    assert allowed_count == MAX_SEPARATE_SOURCES


def test_the_number_of_guesses_per_quarter_hour_is_bounded(harness: GuessHarness) -> None:
    allowed_count = 0
    for second in range(900):
        harness.throttle.seconds_now = second
        allowed_count += sum(harness.get_delay(GuessSource(f"203.0.113.{index}")) == 0 for index in range(5))
    assert allowed_count <= 10 + MAX_SEPARATE_SOURCES + 900 // GUESS_DELAYS[-1][1] + 1


def test_the_owner_gets_one_email_a_day(harness: GuessHarness) -> None:
    unknown = ("unknown", 1, "nobody@example.org")
    for subject in (SUBJECT, unknown):
        harness.use_free_guesses(subject=subject)
        for _ in range(5):
            harness.get_delay(STRANGER_SOURCE, subject)
    assert harness.email_queue.queued == [("wrong_passwords", ADA, 0)]
    harness.throttle.seconds_now += 24 * 3600
    harness.use_free_guesses()
    harness.get_delay(STRANGER_SOURCE)
    assert len(harness.email_queue.queued) == 2


def test_a_new_password_resets_the_limit_of_unknown_devices(harness: GuessHarness) -> None:
    harness.use_free_guesses()
    harness.get_delay(STRANGER_SOURCE)
    harness.guess_limiter.clear_for_account(ADA)
    harness.use_free_guesses(OWNER_SOURCE)


def test_a_token_is_parsed_and_a_tampered_one_is_rejected() -> None:
    tokens = KnownDeviceTokens(b"secret")
    device = tokens.create_device().with_account(ADA)
    token = tokens.sign(device)
    assert tokens.parse(token) == device
    assert device.has_account(ADA)
    forged_token = token.replace(".7.", ".8.")
    for forged in ("", "x", forged_token, token[:-1], token + "\n", token.replace(".7.", ".٧.")):
        assert tokens.parse(forged) is None
    assert KnownDeviceTokens(b"another").parse(token) is None


def test_a_device_stores_the_last_five_accounts() -> None:
    device = KnownDevice("a" * 32)
    for index in (1, 2, 3, 1, 4, 5, 6):
        device = device.with_account(AccountId(index))
    assert device.account_ids == (6, 5, 4, 1, 3)
