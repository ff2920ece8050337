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
    grant = create_grant()
    assert [grant.poll(TV_SESSION, later(seconds)) for seconds in (0, 5, 10, 14.6)] == [
        PollResult.PENDING
    ] * 4
    assert grant.interval == 5


def test_each_early_poll_extends_the_interval_by_five_seconds() -> None:
    grant = create_grant()
    results = [grant.poll(TV_SESSION, later(seconds)) for seconds in (0, 4, 13, 28)]
    assert results == [PollResult.PENDING, PollResult.SLOW_DOWN, PollResult.SLOW_DOWN, PollResult.PENDING]
    assert grant.interval == 15


def test_a_linked_device_is_authorized_immediately() -> None:
    grant = create_grant()
    grant.poll(TV_SESSION, NOW)
    grant.link(AccountId(7), PHONE_SESSION)
    assert grant.poll(TV_SESSION, later(1)) is PollResult.LINKED


def test_a_grant_expires_and_is_bound_to_its_session() -> None:
    grant = create_grant()
    grant.link(AccountId(7), PHONE_SESSION)
    assert grant.poll(OTHER_SESSION, NOW) is PollResult.EXPIRED
    assert grant.poll(TV_SESSION, NOW + LIFETIME) is PollResult.EXPIRED
    grant.taken_at = NOW
    assert grant.poll(TV_SESSION, NOW) is PollResult.EXPIRED


def test_a_user_code_works_once_within_ten_minutes() -> None:
    grant = create_grant()
    assert grant.can_be_linked(NOW + LIFETIME - timedelta(seconds=1))
    assert not grant.can_be_linked(NOW + LIFETIME)
    grant.link(AccountId(7), PHONE_SESSION)
    assert not grant.can_be_linked(NOW)
