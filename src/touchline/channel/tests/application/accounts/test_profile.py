"""Changes that viewers make to their account."""

from typing import Any

import pytest

from touchline.channel.application.accounts.profile import ProfileChanges
from touchline.channel.tests.account_harness import PASSWORD, AccountHarness
from touchline.shared.errors import InvalidInputError, NotAuthenticatedError, RateLimitedError, RefusedError
from touchline.shared.principal import Principal

NEW_PASSWORD = "another puck in the net"
NEW_PASSWORD_FIELDS = {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD}


class ProfileHarness(AccountHarness):
    """The account use cases, with Ada registered."""

    def __init__(self) -> None:
        super().__init__()
        self.principal = self.ada()
        self.email_queue.queued.clear()

    def update(self, **changes: Any) -> dict[str, Any]:
        return self.update_profile(ProfileChanges(**changes), self.principal)

    def get_errors(self, **changes: Any) -> dict[str, list[str]]:
        with pytest.raises(InvalidInputError) as error:
            self.update(**changes)
        return error.value.errors


@pytest.fixture
def harness() -> ProfileHarness:
    return ProfileHarness()


def test_missing_fields_are_unchanged(harness: ProfileHarness) -> None:
    user = harness.update(first_name=" Augusta  Ada ")
    assert (user["first_name"], user["last_name"], user["phone"]) == ("Augusta Ada", "Moreau", "15550102030")
    assert harness.account().first_name == "Augusta Ada"
    assert harness.email_queue.queued == []


def test_a_phone_number_is_changed_and_removed(harness: ProfileHarness) -> None:
    assert harness.update(phone="(555) 010-4060")["phone"] == "5550104060"
    assert harness.update(phone="")["phone"] is None


def test_the_language_is_one_of_the_channels(harness: ProfileHarness) -> None:
    assert harness.update(language="fr")["language"] == "fr"
    assert list(harness.get_errors(language="de")) == ["language"]


def test_only_phone_numbers_of_other_accounts_are_taken(harness: ProfileHarness) -> None:
    harness.ada(email="other@example.org", phone="555 010 7777")
    harness.update(phone="15550102030")
    taken_errors = {"phone": ["The phone number you have entered is already registered"]}
    assert harness.get_errors(phone="555-010-7777") == taken_errors


def test_all_errors_are_reported_together(harness: ProfileHarness) -> None:
    changes = {"first_name": "", "last_name": " ", "phone": "12", "password": "short"}
    assert harness.get_errors(**changes) == {
        "first_name": ["Enter your first name"],
        "last_name": ["Enter your last name"],
        "phone": ["A valid phone number is required"],
        "password": ["The password is too short"],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
        "current_password": ["Field is required"],
    }


def test_a_confirmation_without_a_password_is_rejected(harness: ProfileHarness) -> None:
    assert "password" in harness.get_errors(password_confirmation=NEW_PASSWORD, current_password=PASSWORD)


def test_a_new_password_requires_the_current_one_and_ends_other_sessions(harness: ProfileHarness) -> None:
    other_principal = harness.log_in_again()
    with pytest.raises(RefusedError, match="Incorrect password"):
        harness.update(**NEW_PASSWORD_FIELDS, current_password="wrong")
    assert len(harness.sessions.list_open_for_account(harness.account().id)) == 2
    harness.update(**NEW_PASSWORD_FIELDS, current_password=PASSWORD)
    assert harness.account().password_hash == f"hash of {NEW_PASSWORD}"
    assert [row.id for row in harness.sessions.list_open_for_account(harness.account().id)] == [
        harness.principal.session_id
    ]
    assert other_principal.session_id != harness.principal.session_id
    assert harness.email_queue.queued == [("password_changed", 1, 0)]


def test_wrong_current_passwords_delay_only_this_session(harness: ProfileHarness) -> None:
    for _ in range(10):
        with pytest.raises(RefusedError):
            harness.update(**NEW_PASSWORD_FIELDS, current_password="wrong")
    with pytest.raises(RateLimitedError):
        harness.update(**NEW_PASSWORD_FIELDS, current_password=PASSWORD)
    harness.log_in_ada()


def test_guesses_from_elsewhere_do_not_block_a_password_change(harness: ProfileHarness) -> None:
    for _ in range(10):
        with pytest.raises(RefusedError):
            harness.log_in_ada(password="a guess")
    with pytest.raises(RateLimitedError):
        harness.log_in_ada(password="a guess")
    harness.update(**NEW_PASSWORD_FIELDS, current_password=PASSWORD)


def test_a_concurrent_reset_overrides_a_password_change(harness: ProfileHarness) -> None:
    def reset_during_hash(password: str) -> str:
        harness.account().change_password("hash of the owner's")
        return f"hash of {password}"

    harness.password_hasher.hash = reset_during_hash  # type: ignore[method-assign]
    with pytest.raises(NotAuthenticatedError):
        harness.update(**NEW_PASSWORD_FIELDS, current_password=PASSWORD)
    assert harness.account().password_hash == "hash of the owner's"


def test_a_temporary_password_can_be_replaced_without_repeating_it(harness: ProfileHarness) -> None:
    harness.account().change_password("hash of a temporary one", temporary=True)
    assert harness.update(**NEW_PASSWORD_FIELDS)["temporary_password"] is False


def test_a_temporary_password_cannot_be_reused(harness: ProfileHarness) -> None:
    harness.account().change_password(f"hash of {NEW_PASSWORD}", temporary=True)
    expected_errors = {"password": ["Choose a password that is different from the temporary one."]}
    assert {
        name: errors for name, errors in harness.get_errors(**NEW_PASSWORD_FIELDS).items() if errors
    } == expected_errors
    assert harness.account().temporary_password


def test_a_social_user_can_set_a_password(harness: ProfileHarness) -> None:
    harness.account().password_hash = None
    assert harness.update(**NEW_PASSWORD_FIELDS)["has_password"] is True


def test_a_session_of_a_closed_account_is_not_authenticated(harness: ProfileHarness) -> None:
    harness.account().close(harness.clock.now())
    with pytest.raises(NotAuthenticatedError):
        harness.update(first_name="Ada")


def test_a_visitor_has_no_profile(harness: ProfileHarness) -> None:
    visitor: Principal = harness.visitor()
    with pytest.raises(NotAuthenticatedError):
        harness.update_profile(ProfileChanges(), visitor)
