"""Device grants: authorization of a device by a code (RFC 8628)."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.domain.accounts.device_grants import (
    LIFETIME,
    USER_CODE_ALPHABET,
    DeviceGrant,
    PollResult,
    generate_user_code,
    hash_user_code,
)
from touchline.shared.ids import AccountId, SessionId

NOW = datetime(2026, 11, 21, tzinfo=UTC)
TV_SESSION, PHONE_SESSION, OTHER_SESSION = SessionId(1), SessionId(2), SessionId(3)


def create_grant() -> DeviceGrant:
    return DeviceGrant(TV_SESSION, "device", "user", NOW + LIFETIME)


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_a_user_code_has_six_unambiguous_consonants() -> None:
    codes = [generate_user_code() for _ in range(200)]
    assert all(len(code) == 6 and set(code) <= set(USER_CODE_ALPHABET) for code in codes)
    assert not set(USER_CODE_ALPHABET) & set("AEIOUY")
    assert len(set(codes)) > 190


@pytest.mark.parametrize("entered_code", ["kqm-xrt", "KQM XRT", " Kqmxrt ", "K-Q-M-X-R-T"])
def test_case_spaces_and_dashes_are_ignored(entered_code: str) -> None:
    assert hash_user_code(b"secret", entered_code) == hash_user_code(b"secret", "KQMXRT")


def test_a_user_code_hash_depends_on_the_secret() -> None:
    assert hash_user_code(b"secret", "KQMXRT") != hash_user_code(b"another", "KQMXRT")


def test_polling_every_five_seconds_returns_pending() -> None:
    poll_count = create_grant()
    assert [poll_count.poll(TV_SESSION, later(seconds)) for seconds in (0, 5, 10, 14.6)] == [
        PollResult.PENDING
    ] * 4
    assert poll_count.interval == 5


def test_each_early_poll_extends_the_interval_by_five_seconds() -> None:
    poll_count = create_grant()
    result = [poll_count.poll(TV_SESSION, later(seconds)) for seconds in (0, 4, 13, 28)]
    assert result == [PollResult.PENDING, PollResult.SLOW_DOWN, PollResult.SLOW_DOWN, PollResult.PENDING]
    assert poll_count.interval == 15


def test_a_linked_device_is_authorized_immediately() -> None:
    poll_count = create_grant()
    poll_count.poll(TV_SESSION, NOW)
    poll_count.link(AccountId(7), PHONE_SESSION)
    assert poll_count.poll(TV_SESSION, later(1)) is PollResult.LINKED


def test_a_grant_expires_and_is_bound_to_its_session() -> None:
    poll_count = create_grant()
    poll_count.link(AccountId(7), PHONE_SESSION)
    assert poll_count.poll(OTHER_SESSION, NOW) is PollResult.EXPIRED
    assert poll_count.poll(TV_SESSION, NOW + LIFETIME) is PollResult.EXPIRED
    poll_count.taken_at = NOW
    assert poll_count.poll(TV_SESSION, NOW) is PollResult.EXPIRED


def test_a_user_code_works_once_within_ten_minutes() -> None:
    poll_count = create_grant()
    assert poll_count.can_be_linked(NOW + LIFETIME - timedelta(seconds=1))
    assert not poll_count.can_be_linked(NOW + LIFETIME)
    poll_count.link(AccountId(7), PHONE_SESSION)
    assert not poll_count.can_be_linked(NOW)
