"""Device authorization by a code on the device's screen."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.application.accounts.expired_records import PrunedRecords, PruneExpiredRecords
from touchline.channel.application.accounts.login.device_authorization import (
    UNKNOWN_CODE,
    DeviceCode,
    DeviceNotAuthorizedError,
    LinkDevice,
    RedeemDeviceCode,
    RequestDeviceCode,
)
from touchline.channel.application.accounts.login.session_start import LoginResult, StartSession
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.channel import Channel
from touchline.channel.domain.site.keys import Session, hash_key
from touchline.channel.tests.account_fakes import (
    EmptyAccountStatuses,
    FakeAccounts,
    FakeOperators,
    FixedUserAgentParser,
)
from touchline.channel.tests.device_grant_fakes import FakeDeviceGrants, RecordingEmailQueue
from touchline.channel.tests.site_fakes import FakeChannels, FakeSessions
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError, RateLimitedError, RefusedError, UnavailableError
from touchline.shared.ids import ChannelId
from touchline.shared.principal import Principal
from touchline.shared.tests.throttle import FakeThrottle
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL_ID, SECRET = ChannelId(1), b"secret"
NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)


class DeviceHarness:
    """A TV without a viewer, and Maya with her phone."""

    def __init__(self) -> None:
        self.clock, self.device_grants, self.sessions = FixedClock(NOON), FakeDeviceGrants(), FakeSessions()
        self.accounts = FakeAccounts(Account(CHANNEL_ID, "maya@example.com", "Maya", "Halvorsen", "en", NOON))
        self.maya_account = self.accounts.rows[next(iter(self.accounts.rows))]
        self.throttle, self.email_queue = FakeThrottle(), RecordingEmailQueue()
        expires_at = NOON + timedelta(days=30)
        tv = self.sessions.add(Session(CHANNEL_ID, hash_key("tv"), NOON, expires_at))
        phone = self.sessions.add(
            Session(CHANNEL_ID, hash_key("phone"), NOON, expires_at, self.maya_account.id)
        )
        self.tv_principal = Principal(CHANNEL_ID, tv, None, "en", "US")
        self.phone_principal = Principal(CHANNEL_ID, phone, self.maya_account.id, "en", "US")
        user_serializer = UserSerializer(
            FakeChannels(Channel("prairie", "Prairie", CHANNEL_ID)),
            EmptyAccountStatuses(),
            FakeOperators(),
            self.clock,
        )
        start_session = StartSession(
            self.sessions, FixedUserAgentParser(), user_serializer, self.clock, self.email_queue
        )
        self.request_device_code = RequestDeviceCode(
            self.device_grants, FixedUserAgentParser(), SECRET, self.clock
        )
        self.link_device = LinkDevice(self.device_grants, self.throttle, SECRET, self.clock)
        self.redeem_device_code = RedeemDeviceCode(
            self.device_grants, self.accounts, self.sessions, start_session, self.email_queue, self.clock
        )

    def request_code(self) -> DeviceCode:
        return self.request_device_code(self.tv_principal, "a TV")

    def get_poll_error(self, device_code: str, principal: Principal | None = None) -> object:
        """Poll for the token and return the `error` of the rejection."""
        with pytest.raises(DeviceNotAuthorizedError) as error:
            self.redeem_device_code(device_code, principal or self.tv_principal)
        assert error.value.commits_transaction
        return error.value.extra["error"]

    def link_and_redeem(self) -> LoginResult:
        device_codes = self.request_code()
        self.link_device(device_codes.user_code, self.phone_principal)
        return self.redeem_device_code(device_codes.device_code, self.tv_principal)


@pytest.fixture
def harness() -> DeviceHarness:
    return DeviceHarness()


def test_both_codes_are_stored_as_hashes_for_ten_minutes(harness: DeviceHarness) -> None:
    device_codes = harness.request_code()
    assert (device_codes.interval, device_codes.expires_in) == (5, 600)
    assert device_codes.user_code not in repr(harness.device_grants.rows)
    assert device_codes.device_code not in repr(harness.device_grants.rows)


def test_a_user_code_in_use_is_not_reissued(harness: DeviceHarness) -> None:
    harness.device_grants.remaining_collisions = 2
    assert harness.request_code().user_code
    assert len(harness.device_grants.rows) == 1


def test_code_generation_gives_up_after_several_collisions(harness: DeviceHarness) -> None:
    harness.device_grants.remaining_collisions = 1_000
    with pytest.raises(UnavailableError):
        harness.request_code()


def test_a_logged_in_device_gets_no_code(harness: DeviceHarness) -> None:
    with pytest.raises(RefusedError, match="You are already logged in"):
        harness.request_device_code(harness.phone_principal, "a phone")


def test_linking_returns_the_device(harness: DeviceHarness) -> None:
    device = harness.link_device(harness.request_code().user_code.lower(), harness.phone_principal)
    assert device == {
        "id": harness.tv_principal.session_id,
        "name": "Chrome on Windows",
        "platform": "desktop",
        "last_seen_at": NOON,
        "current": False,
    }


def test_the_device_session_keeps_its_id_and_lasts_360_days(harness: DeviceHarness) -> None:
    login_result = harness.link_and_redeem()
    session = harness.sessions.get_by_key_hash(hash_key(login_result.api_key))
    assert session is not None
    assert session.id == login_result.session_id == harness.tv_principal.session_id
    assert session.account_id == login_result.user["id"] == harness.maya_account.id
    assert session.expires_at == NOON + timedelta(days=360)
    assert (session.name, session.country) == ("Chrome on Windows", "US")


def test_the_previous_device_key_is_invalid(harness: DeviceHarness) -> None:
    harness.link_and_redeem()
    assert harness.sessions.get_by_key_hash(hash_key("tv")) is None


def test_the_viewer_gets_an_email_about_the_device(harness: DeviceHarness) -> None:
    login_result = harness.link_and_redeem()
    assert harness.email_queue.queued == [("new_device", harness.maya_account.id, login_result.session_id)]


def test_a_code_issues_one_key_only(harness: DeviceHarness) -> None:
    device_codes = harness.request_code()
    harness.link_device(device_codes.user_code, harness.phone_principal)
    harness.redeem_device_code(device_codes.device_code, harness.tv_principal)
    assert harness.get_poll_error(device_codes.device_code) == "expired_token"


def test_only_the_requesting_session_can_redeem_the_code(harness: DeviceHarness) -> None:
    device_codes = harness.request_code()
    harness.link_device(device_codes.user_code, harness.phone_principal)
    other_principal = replace(harness.tv_principal, session_id=harness.phone_principal.session_id)
    assert harness.get_poll_error(device_codes.device_code, other_principal) == "expired_token"
    assert harness.redeem_device_code(device_codes.device_code, harness.tv_principal).api_key


def test_polling_returns_pending_slow_down_and_expired(harness: DeviceHarness) -> None:
    device_codes = harness.request_code()
    assert harness.get_poll_error(device_codes.device_code) == "authorization_pending"
    assert harness.get_poll_error(device_codes.device_code) == "slow_down"
    harness.clock.advance(timedelta(seconds=10))
    assert harness.get_poll_error(device_codes.device_code) == "authorization_pending"
    harness.clock.advance(timedelta(minutes=10))
    assert harness.get_poll_error(device_codes.device_code) == "expired_token"
    assert harness.get_poll_error("unknown") == "expired_token"


def test_an_ended_session_cannot_authorize_a_device(harness: DeviceHarness) -> None:
    device_codes = harness.request_code()
    harness.link_device(device_codes.user_code, harness.phone_principal)
    harness.sessions.end_all(harness.maya_account.id, NOON)
    assert harness.get_poll_error(device_codes.device_code) == "expired_token"


def test_a_closed_account_authorizes_no_device(harness: DeviceHarness) -> None:
    device_codes = harness.request_code()
    harness.link_device(device_codes.user_code, harness.phone_principal)
    harness.accounts.rows[harness.maya_account.id].closed_at = NOON
    assert harness.get_poll_error(device_codes.device_code) == "authorization_pending"


def test_unknown_expired_and_used_codes_fail_alike(harness: DeviceHarness) -> None:
    used_code, late_code = harness.request_code().user_code, harness.request_code().user_code
    harness.link_device(used_code, harness.phone_principal)
    harness.clock.advance(timedelta(minutes=10))
    for entered_code in ("BCDFGH", late_code, used_code, "-"):
        with pytest.raises(RefusedError) as error:
            harness.link_device(entered_code, harness.phone_principal)
        assert error.value.message == UNKNOWN_CODE


def test_an_empty_code_is_a_field_error_and_is_not_counted(harness: DeviceHarness) -> None:
    for _ in range(12):
        with pytest.raises(InvalidInputError, match="Field is required") as error:
            harness.link_device(" ", harness.phone_principal)
        assert list(error.value.errors) == ["code"]


def test_ten_wrong_codes_block_the_right_one(harness: DeviceHarness) -> None:
    valid_code = harness.request_code().user_code
    for _ in range(10):
        with pytest.raises(RefusedError):
            harness.link_device("wrong", harness.phone_principal)
    with pytest.raises(RateLimitedError):
        harness.link_device(valid_code, harness.phone_principal)


def test_valid_codes_are_not_counted(harness: DeviceHarness) -> None:
    for _ in range(12):
        harness.link_device(harness.request_code().user_code, harness.phone_principal)


def test_expired_requests_are_pruned(harness: DeviceHarness) -> None:
    harness.request_code()
    uow, sessions = FakeUnitOfWorkFactory(), FakeSessions()
    prune = PruneExpiredRecords(uow, harness.clock, sessions, harness.device_grants)
    assert prune() == PrunedRecords(session_count=0, other_count=0)
    harness.clock.advance(timedelta(minutes=11))
    assert prune() == PrunedRecords(session_count=0, other_count=1)
    assert uow.commits == ["all", "all"]
