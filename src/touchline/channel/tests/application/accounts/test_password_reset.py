"""Password reset: who gets an email, and what its link does."""

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.channel.application.accounts.password_reset import PasswordResetForm
from touchline.channel.domain.accounts.accounts import SecondFactor
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose
from touchline.channel.domain.operators.roles import Role
from touchline.channel.tests.account_harness import AccountHarness
from touchline.shared.errors import InvalidInputError, RateLimitedError, RefusedError
from touchline.shared.principal import Principal

NEW_PASSWORD = "another puck in the net"


@pytest.fixture
def harness() -> AccountHarness:
    harness = AccountHarness()
    harness.ada()
    harness.email_queue.queued.clear()
    return harness


def reset_password(
    harness: AccountHarness,
    link_claim: LinkClaim,
    principal: Principal | None = None,
    password: str = NEW_PASSWORD,
) -> None:
    """Submit the form of a password reset link."""
    harness.reset_password(PasswordResetForm(link_claim, password, password), principal or harness.visitor())


def get_error(harness: AccountHarness, link_claim: LinkClaim) -> str:
    """Return the message that rejects a link."""
    with pytest.raises(RefusedError) as error:
        reset_password(harness, link_claim)
    return error.value.message


def test_known_and_unknown_addresses_both_queue_an_email(harness: AccountHarness) -> None:
    for email in (" ADA@example.org", "nobody@example.org"):
        harness.request_password_reset(email, "", "192.0.2.1", harness.visitor())
    assert harness.email_queue.queued == [("reset_password", 1, 0), ("reset_password", 0, 0)]


def test_an_invalid_address_is_reported(harness: AccountHarness) -> None:
    with pytest.raises(InvalidInputError) as error:
        harness.request_password_reset("ada", "", "192.0.2.1", harness.visitor())
    assert error.value.errors == {"email": ["A valid email address is required"]}


@pytest.mark.parametrize("email", ["ada@example.org", "nobody@example.org"])
def test_more_than_five_emails_per_hour_are_silently_dropped(harness: AccountHarness, email: str) -> None:
    for _ in range(7):
        harness.request_password_reset(email, "", "192.0.2.1", harness.visitor())
    assert len(harness.email_queue.queued) == 5


def test_the_link_sets_the_password_and_verifies_the_address(harness: AccountHarness) -> None:
    harness.account().temporary_password = True
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))
    account = harness.account()
    assert account.password_hash == f"hash of {NEW_PASSWORD}"
    assert (account.temporary_password, account.email_verified) == (False, True)
    assert harness.email_queue.queued == [("password_changed", 1, 0)]
    harness.log_in_ada(password=NEW_PASSWORD)


def test_all_other_sessions_end(harness: AccountHarness) -> None:
    viewer, principal = harness.log_in_again(), harness.visitor()
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD), principal)
    kept_session = harness.sessions.get(principal.session_id)
    assert kept_session is not None and kept_session.is_active(harness.clock.now())
    ended_session = harness.sessions.get(viewer.session_id)
    assert ended_session is not None and ended_session.ended_at is not None


def test_the_current_session_of_a_viewer_continues(harness: AccountHarness) -> None:
    viewer = harness.log_in_again()
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD), viewer)
    assert [session.id for session in harness.sessions.list_open_for_account(harness.account().id)] == [
        viewer.session_id
    ]


def test_a_link_works_once(harness: AccountHarness) -> None:
    link_claim = harness.link_claim(LinkPurpose.RESET_PASSWORD)
    reset_password(harness, link_claim)
    assert get_error(harness, link_claim) == "Reset password failed"


def test_a_password_change_invalidates_the_link(harness: AccountHarness) -> None:
    link_claim = harness.link_claim(LinkPurpose.RESET_PASSWORD)
    harness.account().change_password("hash of that one")
    assert get_error(harness, link_claim) == "Reset password failed"


def test_a_link_works_for_an_hour(harness: AccountHarness) -> None:
    link_claim = harness.link_claim(LinkPurpose.RESET_PASSWORD)
    harness.clock.advance(timedelta(hours=1))
    assert get_error(harness, link_claim) == "Reset password key expired"


def test_forged_links_are_rejected(harness: AccountHarness) -> None:
    link_claim = harness.link_claim(LinkPurpose.RESET_PASSWORD)
    changed_expiry_claim = replace(link_claim, expires=str(int(link_claim.expires) + 60))
    for forged_claim in (
        harness.link_claim(LinkPurpose.VERIFY_EMAIL),
        changed_expiry_claim,
        replace(link_claim, email="nobody@example.org"),
    ):
        assert get_error(harness, forged_claim) == "Reset password failed"


def test_an_invalid_password_keeps_the_link_valid(harness: AccountHarness) -> None:
    link_claim = harness.link_claim(LinkPurpose.RESET_PASSWORD)
    with pytest.raises(InvalidInputError) as error:
        harness.reset_password(PasswordResetForm(link_claim, "short", "another"), harness.visitor())
    assert error.value.errors == {
        "password": ["The password is too short"],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
    }
    reset_password(harness, link_claim)


def exhaust_guesses(harness: AccountHarness) -> None:
    """Enter wrong passwords for Ada until no guesses are left."""
    for _ in range(10):
        with pytest.raises(RefusedError):
            harness.log_in_ada(password="mistyped")
    with pytest.raises(RateLimitedError):
        harness.log_in_ada()


def test_a_reset_clears_the_guess_limit(harness: AccountHarness) -> None:
    exhaust_guesses(harness)
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))
    harness.log_in_ada(password=NEW_PASSWORD)


def test_a_reset_clears_the_guess_limit_with_a_second_factor(harness: AccountHarness) -> None:
    harness.account().verify_email(harness.clock.now())
    harness.account().second_factor = SecondFactor("sealed", harness.clock.now())
    exhaust_guesses(harness)
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))
    harness.log_in_ada(password=NEW_PASSWORD, code="123456")


def test_a_temporary_password_cannot_be_reused(harness: AccountHarness) -> None:
    harness.account().change_password(f"hash of {NEW_PASSWORD}", temporary=True)
    with pytest.raises(
        InvalidInputError,
        match="different from the temporary one",
    ):
        reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))


def test_a_second_factor_is_kept_for_verified_addresses_only(harness: AccountHarness) -> None:
    factor = SecondFactor("sealed", harness.clock.now())
    harness.account().second_factor = factor
    harness.accounts.link_identity(harness.account().id, "google", "17")
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))
    assert (harness.account().second_factor, harness.accounts.identities_by_subject) == (None, {})
    harness.account().second_factor = factor
    harness.accounts.link_identity(harness.account().id, "google", "17")
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))
    assert (harness.account().second_factor, len(harness.accounts.identities_by_subject)) == (factor, 1)


def test_an_unverified_operator_keeps_the_role(harness: AccountHarness) -> None:
    harness.accounts.operators.add(harness.account().id, Role.OWNER, harness.clock.now())
    reset_password(harness, harness.link_claim(LinkPurpose.RESET_PASSWORD))
    assert harness.log_in_ada(password=NEW_PASSWORD).user["operator"] is True
