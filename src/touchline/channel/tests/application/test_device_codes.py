"""Letting a device in by a code on its screen."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.application.device_codes import (
    UNKNOWN_CODE,
    AskDeviceCode,
    DeviceCode,
    LinkDevice,
    NotYet,
    RedeemDeviceCode,
)
from touchline.channel.application.entering import Enter, Entered
from touchline.channel.application.forgetting import ForgetWhatIsOver
from touchline.channel.application.users import UserAnswers
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.keys import Session, hash_of
from touchline.channel.tests.account_fakes import (
    CountingThrottle,
    FakeAccounts,
    FakeOperators,
    NoPasses,
    OneDevice,
)
from touchline.channel.tests.fakes import FakeChannels, FakeSessions
from touchline.channel.tests.grant_fakes import AskedLetters, FakeDeviceGrants
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid, Refused, Throttled, Unavailable
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal

ONE, SECRET = ChannelId(1), b"secret"
NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)


class Living:
    """A living room: a TV without a viewer, and Maya with her phone."""

    def __init__(self) -> None:
        self.clock, self.grants, self.sessions = FixedClock(NOON), FakeDeviceGrants(), FakeSessions()
        self.accounts = FakeAccounts(Account(ONE, "maya@example.com", "Maya", "Halvorsen", "en", NOON))
        self.maya = self.accounts.rows[next(iter(self.accounts.rows))]
        self.throttle, self.letters = CountingThrottle(), AskedLetters()
        until = NOON + timedelta(days=30)
        tv = self.sessions.add(Session(ONE, hash_of("tv"), NOON, until))
        phone = self.sessions.add(Session(ONE, hash_of("phone"), NOON, until, self.maya.id))
        self.tv = Principal(ONE, tv, None, "en", "US")
        self.phone = Principal(ONE, phone, self.maya.id, "en", "US")
        users = UserAnswers(FakeChannels(Channel("prairie", "Prairie", ONE)), NoPasses(), FakeOperators())
        enter = Enter(self.sessions, OneDevice(), users, self.clock, self.letters)
        self.ask_code = AskDeviceCode(self.grants, OneDevice(), SECRET, self.clock)
        self.link = LinkDevice(self.grants, self.throttle, SECRET, self.clock)
        self.redeem = RedeemDeviceCode(
            self.grants, self.accounts, self.sessions, enter, self.letters, self.clock
        )

    def code(self) -> DeviceCode:
        return self.ask_code(self.tv, "a TV")

    def refused(self, device_code: str, asking: Principal | None = None) -> object:
        """The member `error` of the refusal of a question."""
        with pytest.raises(NotYet) as refusal:
            self.redeem(device_code, asking or self.tv)
        assert refusal.value.keeps
        return refusal.value.extra["error"]

    def linked(self) -> Entered:
        given = self.code()
        self.link(given.user_code, self.phone)
        return self.redeem(given.device_code, self.tv)


@pytest.fixture
def room() -> Living:
    return Living()


def test_both_codes_are_kept_as_hashes_and_last_ten_minutes(room: Living) -> None:
    given = room.code()
    assert (given.interval, given.expires_in) == (5, 600)
    assert given.user_code not in repr(room.grants.rows)
    assert given.device_code not in repr(room.grants.rows)


def test_a_user_code_that_is_in_use_is_not_given_again(room: Living) -> None:
    room.grants.clashes = 2
    assert room.code().user_code
    assert len(room.grants.rows) == 1


def test_where_all_codes_are_in_use_nobody_waits_for_ever(room: Living) -> None:
    room.grants.clashes = 1_000
    with pytest.raises(Unavailable):
        room.code()


def test_a_device_that_has_a_viewer_gets_no_code(room: Living) -> None:
    with pytest.raises(Refused, match="You are already logged in"):
        room.ask_code(room.phone, "a phone")


def test_the_viewer_who_types_the_code_sees_the_device(room: Living) -> None:
    told = room.link(room.code().user_code.lower(), room.phone)
    assert told == {
        "id": room.tv.session_id,
        "name": "Chrome on Windows",
        "platform": "desktop",
        "last_seen_at": NOON,
        "current": False,
    }


def test_the_device_gets_a_key_of_360_days_under_the_id_that_the_viewer_saw(room: Living) -> None:
    entered = room.linked()
    session = room.sessions.by_hash(hash_of(entered.api_key))
    assert session is not None
    assert session.id == entered.session_id == room.tv.session_id
    assert session.account_id == entered.user["id"] == room.maya.id
    assert session.expires_at == NOON + timedelta(days=360)
    assert (session.name, session.country) == ("Chrome on Windows", "US")


def test_the_key_that_the_device_had_before_opens_nothing_any_more(room: Living) -> None:
    room.linked()
    assert room.sessions.by_hash(hash_of("tv")) is None


def test_the_viewer_is_written_a_letter_about_the_device(room: Living) -> None:
    entered = room.linked()
    assert room.letters.asked == [("new_device", room.maya.id, entered.session_id)]


def test_a_code_gives_one_key_only(room: Living) -> None:
    given = room.code()
    room.link(given.user_code, room.phone)
    room.redeem(given.device_code, room.tv)
    assert room.refused(given.device_code) == "expired_token"


def test_only_the_session_that_got_the_code_may_fetch_the_key(room: Living) -> None:
    given = room.code()
    room.link(given.user_code, room.phone)
    thief = replace(room.tv, session_id=room.phone.session_id)
    assert room.refused(given.device_code, thief) == "expired_token"
    assert room.redeem(given.device_code, room.tv).api_key


def test_a_device_waits_slows_down_and_gives_up(room: Living) -> None:
    given = room.code()
    assert room.refused(given.device_code) == "authorization_pending"
    assert room.refused(given.device_code) == "slow_down"
    room.clock.advance(timedelta(seconds=10))
    assert room.refused(given.device_code) == "authorization_pending"
    room.clock.advance(timedelta(minutes=10))
    assert room.refused(given.device_code) == "expired_token"
    assert room.refused("unknown") == "expired_token"


def test_nobody_who_was_thrown_out_comes_back_by_a_device(room: Living) -> None:
    given = room.code()
    room.link(given.user_code, room.phone)
    room.sessions.end_all(room.maya.id, NOON)
    assert room.refused(given.device_code) == "expired_token"


def test_a_closed_account_lets_no_device_in(room: Living) -> None:
    given = room.code()
    room.link(given.user_code, room.phone)
    room.accounts.rows[room.maya.id].closed_at = NOON
    assert room.refused(given.device_code) == "authorization_pending"


def test_an_unknown_an_expired_and_a_used_code_are_refused_alike(room: Living) -> None:
    used, late = room.code().user_code, room.code().user_code
    room.link(used, room.phone)
    room.clock.advance(timedelta(minutes=10))
    for typed in ("BCDFGH", late, used, "-"):
        with pytest.raises(Refused) as refusal:
            room.link(typed, room.phone)
        assert refusal.value.message == UNKNOWN_CODE


def test_no_code_at_all_is_a_fault_of_the_field_and_does_not_count(room: Living) -> None:
    for _ in range(12):
        with pytest.raises(Invalid, match="Field is required") as refusal:
            room.link(" ", room.phone)
        assert list(refusal.value.errors) == ["code"]


def test_ten_wrong_codes_close_the_door_to_the_right_one_too(room: Living) -> None:
    right = room.code().user_code
    for _ in range(10):
        with pytest.raises(Refused):
            room.link("wrong", room.phone)
    with pytest.raises(Throttled):
        room.link(right, room.phone)


def test_right_codes_do_not_count(room: Living) -> None:
    for _ in range(12):
        room.link(room.code().user_code, room.phone)


def test_requests_that_are_over_are_forgotten(room: Living) -> None:
    room.code()
    forget = ForgetWhatIsOver(room.clock, room.grants)
    assert forget() == 0
    room.clock.advance(timedelta(minutes=11))
    assert forget() == 1
