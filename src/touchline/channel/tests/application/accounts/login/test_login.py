"""Login: by address or phone number, rate limits, and how little a rejection reveals."""

from dataclasses import replace

import pytest

from touchline.channel.domain.accounts.accounts import SecondFactor
from touchline.channel.domain.site.keys import hash_key
from touchline.channel.tests.account_harness import FORM, PASSWORD, AccountHarness
from touchline.shared.errors import InvalidInputError, RateLimitedError, RefusedError
from touchline.shared.ids import AccountId


@pytest.fixture
def harness() -> AccountHarness:
    harness = AccountHarness()
    harness.ada()
    harness.email_queue.queued.clear()
    harness.password_hasher.verify_count = 0
    return harness


@pytest.mark.parametrize(
    "login", ["ada@example.org", " ADA@EXAMPLE.ORG ", "+1 (555) 010-2030", "15550102030"]
)
def test_login_accepts_any_spelling_of_address_and_phone_number(harness: AccountHarness, login: str) -> None:
    assert harness.log_in_ada(login=login).user["id"] == 1


def test_the_previous_key_is_invalid_after_login(harness: AccountHarness) -> None:
    principal = harness.visitor()
    login_result = harness.log_in_ada(principal)
    old, new = (
        harness.sessions.get(principal.session_id),
        harness.sessions.get_by_key_hash(hash_key(login_result.api_key)),
    )
    assert old is not None and new is not None
    assert not old.is_active(harness.clock.now())
    assert (new.account_id, new.country) == (1, "US")
    assert (new.expires_at - harness.clock.now()).days == 360


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ada@example.org", "wrong"),
        ("nobody@example.org", PASSWORD),
        ("15550109999", PASSWORD),
        ("no address at all", PASSWORD),
    ],
)
def test_wrong_password_and_unknown_account_have_equal_text_and_time(
    harness: AccountHarness, login: str, password: str
) -> None:
    with pytest.raises(RefusedError) as error:
        harness.log_in_ada(login=login, password=password)
    assert error.value.message == "Invalid email or password. Please try again."
    assert (error.value.code, error.value.extra) == ("errors.invalid_credentials", {})
    assert harness.password_hasher.verify_count == 1


def test_an_account_without_a_password_accepts_none(harness: AccountHarness) -> None:
    harness.account().password_hash = None
    with pytest.raises(RefusedError):
        harness.log_in_ada(password="None")
    assert harness.password_hasher.verify_count == 1


def test_a_password_changed_during_verification_opens_no_session(
    harness: AccountHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_sessions_before, original_verify = (
        harness.sessions.list_open_for_account(AccountId(1)),
        harness.password_hasher.verify,
    )

    def change_during_verify(stored_hash: str | None, password: str) -> bool:
        is_match = original_verify(stored_hash, password)
        harness.account().password_hash = harness.password_hasher.hash("another password")
        return is_match

    monkeypatch.setattr(harness.password_hasher, "verify", change_during_verify)
    with pytest.raises(RefusedError, match="Invalid email or password"):
        harness.log_in_ada()
    assert harness.sessions.list_open_for_account(AccountId(1)) == open_sessions_before


def test_empty_fields_are_reported(harness: AccountHarness) -> None:
    with pytest.raises(InvalidInputError) as error:
        harness.log_in_ada(login="", password="")
    assert error.value.errors == {"login": ["Field is required"], "password": ["Field is required"]}


def test_a_logged_in_viewer_cannot_log_in(harness: AccountHarness) -> None:
    with pytest.raises(RefusedError, match="You are already logged in"):
        harness.log_in_ada(harness.log_in_again())


@pytest.mark.parametrize("login", ["ada@example.org", "nobody@example.org"])
def test_after_ten_wrong_passwords_no_password_is_verified(harness: AccountHarness, login: str) -> None:
    for _ in range(10):
        with pytest.raises(RefusedError):
            harness.log_in_ada(login=login, password="wrong")
    verify_count = harness.password_hasher.verify_count
    with pytest.raises(RateLimitedError):
        harness.log_in_ada(login=login)
    assert harness.password_hasher.verify_count == verify_count


def test_address_and_phone_number_share_one_count(harness: AccountHarness) -> None:
    for login in ["ada@example.org", "15550102030"] * 5:
        with pytest.raises(RefusedError):
            harness.log_in_ada(login=login, password="wrong")
    with pytest.raises(RateLimitedError):
        harness.log_in_ada()


def test_the_right_password_clears_the_count(harness: AccountHarness) -> None:
    for _ in range(2):
        for _ in range(9):
            with pytest.raises(RefusedError):
                harness.log_in_ada(password="wrong")
        harness.log_in_ada()


def test_a_right_password_with_a_wrong_code_clears_the_count(harness: AccountHarness) -> None:
    harness.account().second_factor = SecondFactor("sealed", harness.clock.now())
    for _ in range(20):
        with pytest.raises(RefusedError, match="This code is incorrect"):
            harness.log_in_ada(code="000000")


def test_an_outdated_hash_is_replaced_without_voiding_reset_links(harness: AccountHarness) -> None:
    account = harness.account()
    account.password_hash = f"hash of {PASSWORD}"
    harness.password_hasher.outdated_hashes = {account.password_hash}
    harness.log_in_ada()
    assert harness.password_hasher.hashed_passwords == [PASSWORD, PASSWORD]
    assert harness.account().credentials_version == account.credentials_version


def test_a_new_device_sends_one_email(harness: AccountHarness) -> None:
    harness.log_in_ada(user_agent=FORM.user_agent)
    assert harness.email_queue.queued == []
    session_id = harness.log_in_ada(user_agent="A telephone").session_id
    harness.log_in_ada(user_agent="A telephone")
    assert harness.email_queue.queued == [("new_device", 1, session_id)]


def test_a_device_is_recognized_after_its_session_ended(harness: AccountHarness) -> None:
    harness.viewer_sessions.log_out(harness.log_in_again(user_agent="A telephone"))
    harness.email_queue.queued.clear()
    harness.log_in_ada(user_agent="A telephone")
    assert harness.email_queue.queued == []


def test_a_robot_is_rejected_before_password_verification() -> None:
    harness = AccountHarness(robot_provider="recaptcha")
    harness.register(replace(FORM, robot_token="pass"), harness.visitor())
    for token in ("", "fail"):
        with pytest.raises(InvalidInputError) as error:
            harness.log_in_ada(robot_token=token)
        assert list(error.value.errors) == ["robot_token"]
    assert harness.password_hasher.verify_count == 0
    assert harness.log_in_ada(robot_token="pass").user["id"] == 1
