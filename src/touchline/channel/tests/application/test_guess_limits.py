"""Guesses at passwords are slowed down, and nobody else is locked out by them."""

from collections.abc import Callable

import pytest

from touchline.channel.application.guess_limits import (
    MAX_SPREAD,
    PAUSES,
    GuessLimiter,
    Source,
    account_subject,
    from_device,
    from_session,
)
from touchline.channel.domain.known_devices import KnownDevice, KnownDeviceTokens
from touchline.channel.ports.throttle import Limit
from touchline.channel.tests.grant_fakes import AskedLetters
from touchline.shared.errors import Throttled
from touchline.shared.ids import AccountId, SessionId

ADA = AccountId(7)
SUBJECT = account_subject(ADA)
STRANGER, OWNER = Source("192.0.2.1"), Source("198.51.100.7")
LAPTOP = KnownDevice("a" * 32, (7,))


class Clocked:
    """A throttle whose windows slide with `now`, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.hits: dict[tuple[object, ...], list[float]] = {}

    def _live(self, limit: Limit, key: tuple[object, ...]) -> list[float]:
        hits = self.hits.setdefault((limit.name, limit.seconds, *key), [])
        hits[:] = [hit for hit in hits if hit > self.now - limit.seconds]
        return hits

    def take(self, limit: Limit, *key: object, cost: int = 1) -> None:
        self.look(limit, *key)
        self._live(limit, key).extend([self.now] * cost)

    def look(self, limit: Limit, *key: object) -> None:
        hits = self._live(limit, key)
        if len(hits) >= limit.times:
            raise Throttled(int(hits[0] + limit.seconds - self.now))

    def count(self, limit: Limit, *key: object) -> int:
        return len(self._live(limit, key))

    def clear(self, limit: Limit, *key: object) -> None:
        self._live(limit, key).clear()


class Desk:
    """A limiter with ten free guesses in a quarter of an hour."""

    def __init__(self) -> None:
        self.throttle, self.letters = Clocked(), AskedLetters()
        limit = Limit("wrong-passwords", 10, 900)
        self.guesses = GuessLimiter(self.throttle, limit, self.letters, "wrong_passwords")

    def wait(self, source: Source, subject: tuple[object, ...] = SUBJECT) -> int:
        """Guess once; how long to wait, 0 where the guess was taken."""
        try:
            self.guesses.take(subject, source)
        except Throttled as throttled:
            return throttled.retry_after
        return 0

    def use_up(self, source: Source = STRANGER, subject: tuple[object, ...] = SUBJECT) -> None:
        """Make the ten free guesses."""
        assert [self.wait(source, subject) for _ in range(10)] == [0] * 10


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_the_eleventh_guess_waits_two_seconds_and_not_a_quarter_of_an_hour(desk: Desk) -> None:
    desk.use_up()
    assert desk.wait(STRANGER) == 2
    desk.throttle.now += 2
    assert desk.wait(STRANGER) == 0


def test_the_pauses_grow_to_a_minute_and_no_further(desk: Desk) -> None:
    desk.use_up()
    waits = []
    for _ in range(14):
        waits.append(desk.wait(STRANGER))
        desk.throttle.now += waits[-1]
        assert desk.wait(STRANGER) == 0
    assert waits == [2, 2, 2, 8, 8, 8, 30, 30, 30, 30, 60, 60, 60, 60]
    assert max(waits) == PAUSES[-1][1]


@pytest.mark.parametrize(
    "own",
    [
        lambda: from_device(LAPTOP, ADA, "192.0.2.1"),
        lambda: from_session(SessionId(3)),
    ],
)
def test_a_known_device_and_a_session_do_not_wait_for_the_guesses_of_others(
    desk: Desk, own: Callable[[], Source]
) -> None:
    desk.use_up()
    assert desk.wait(STRANGER) > 0
    assert desk.wait(own()) == 0


def test_a_known_device_has_ten_guesses_of_its_own(desk: Desk) -> None:
    source = from_device(LAPTOP, ADA, "192.0.2.1")
    desk.use_up(source)
    assert desk.wait(source) == 2
    assert desk.wait(OWNER) == 0
    assert desk.letters.asked == []


def test_the_device_of_another_account_is_a_strangers(desk: Desk) -> None:
    desk.use_up()
    assert desk.wait(from_device(LAPTOP, AccountId(8), "192.0.2.1")) > 0
    assert from_device(LAPTOP, None, "x") == from_device(None, ADA, "x") == Source("x")


def test_an_attacker_at_one_address_does_not_slow_down_the_owner_at_another(desk: Desk) -> None:
    desk.use_up()
    for _ in range(50):
        desk.wait(STRANGER)
    assert desk.wait(OWNER) == 0


def test_many_addresses_wait_together_in_the_end(desk: Desk) -> None:
    desk.use_up()
    through = sum(desk.wait(Source(f"203.0.113.{number}")) == 0 for number in range(200))
    assert through == MAX_SPREAD


def test_in_a_quarter_of_an_hour_nobody_gets_more_than_a_few_dozen_guesses(desk: Desk) -> None:
    through = 0
    for second in range(900):
        desk.throttle.now = second
        through += sum(desk.wait(Source(f"203.0.113.{number}")) == 0 for number in range(5))
    assert through <= 10 + MAX_SPREAD + 900 // PAUSES[-1][1] + 1


def test_the_owner_is_told_once_a_day_and_nobody_of_an_account_that_is_not_there(desk: Desk) -> None:
    unknown = ("unknown", 1, "nobody@example.org")
    for subject in (SUBJECT, unknown):
        desk.use_up(subject=subject)
        for _ in range(5):
            desk.wait(STRANGER, subject)
    assert desk.letters.asked == [("wrong_passwords", ADA, 0)]
    desk.throttle.now += 24 * 3600
    desk.use_up()
    desk.wait(STRANGER)
    assert len(desk.letters.asked) == 2


def test_whoever_replaced_the_password_starts_anew_on_every_device(desk: Desk) -> None:
    desk.use_up()
    desk.wait(STRANGER)
    desk.guesses.forgive(ADA)
    desk.use_up(OWNER)


def test_a_token_is_read_back_and_a_changed_one_is_not() -> None:
    tokens = KnownDeviceTokens(b"secret")
    device = tokens.new_device().with_account(ADA)
    token = tokens.sign(device)
    assert tokens.read(token) == device
    assert device.remembers(ADA)
    forged = token.replace(".7.", ".8.")
    for false in ("", "x", forged, token[:-1], token + "\n", token.replace(".7.", ".٧.")):
        assert tokens.read(false) is None
    assert KnownDeviceTokens(b"another").read(token) is None


def test_a_device_remembers_the_five_accounts_that_were_used_last() -> None:
    device = KnownDevice("a" * 32)
    for number in (1, 2, 3, 1, 4, 5, 6):
        device = device.with_account(AccountId(number))
    assert device.account_ids == (6, 5, 4, 1, 3)
