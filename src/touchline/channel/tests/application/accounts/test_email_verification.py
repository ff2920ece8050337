"""Verification of email addresses."""

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.channel.application.accounts.email_verification import PROOF_REQUIRED, EmailVerificationForm
from touchline.channel.application.accounts.login.session_start import TEMPORARY_PASSWORD_EXPIRED
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose
from touchline.channel.tests.account_harness import PASSWORD, AccountHarness
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.principal import Principal


@pytest.fixture
def harness() -> AccountHarness:
    return AccountHarness()


def verify(
    harness: AccountHarness,
    link_claim: LinkClaim,
    principal: Principal | None = None,
    password: str = PASSWORD,
) -> None:
    """Submit the form of a verification link, by default with the account's password."""
    harness.verify_email(
        EmailVerificationForm(link_claim, password, "192.0.2.1"), principal or harness.visitor()
    )


def get_error(
    harness: AccountHarness,
    link_claim: LinkClaim,
    principal: Principal | None = None,
    password: str = PASSWORD,
) -> str:
    """Return the message that rejects a link."""
    with pytest.raises(RefusedError) as error:
        verify(harness, link_claim, principal, password)
    return error.value.message


def test_the_link_verifies_the_address_and_reports_reuse(harness: AccountHarness) -> None:
    harness.ada()
    link_claim = harness.link_claim(LinkPurpose.VERIFY_EMAIL)
    verify(harness, link_claim)
    assert harness.account().email_verified_at == harness.clock.now()
    assert get_error(harness, link_claim) == "Email already verified"
    harness.clock.advance(timedelta(days=4))
    assert get_error(harness, link_claim) == "Email already verified"


def test_a_link_works_for_three_days(harness: AccountHarness) -> None:
    harness.ada()
    link_claim = harness.link_claim(LinkPurpose.VERIFY_EMAIL)
    harness.clock.advance(timedelta(days=3))
    assert get_error(harness, link_claim) == "Verification failed"
    assert not harness.account().email_verified


def test_a_forged_link_does_not_reveal_the_verification_status(harness: AccountHarness) -> None:
    harness.ada()
    valid_claim = harness.link_claim(LinkPurpose.VERIFY_EMAIL)
    verify(harness, valid_claim)
    for forged_claim in (
        replace(valid_claim, signature="0" * 64),
        replace(valid_claim, signature="é"),
        replace(valid_claim, expires="soon"),
        replace(valid_claim, email="nobody@example.org"),
        harness.link_claim(LinkPurpose.RESET_PASSWORD),
    ):
        assert get_error(harness, forged_claim) == "Verification failed"


def test_the_email_can_be_resent_until_verification(harness: AccountHarness) -> None:
    ada = harness.ada()
    harness.request_email_verification(ada)
    assert harness.email_queue.queued == [("verify_email", 1, 0)] * 2
    verify(harness, harness.link_claim(LinkPurpose.VERIFY_EMAIL), ada)
    with pytest.raises(RefusedError, match="Email already verified"):
        harness.request_email_verification(ada)


def test_verification_emails_are_limited_to_five_per_hour(harness: AccountHarness) -> None:
    ada = harness.ada()
    for _ in range(5):
        harness.request_email_verification(ada)
    with pytest.raises(RateLimitedError):
        harness.request_email_verification(ada)


def test_the_session_of_the_account_verifies_without_its_password(harness: AccountHarness) -> None:
    ada = harness.ada()
    verify(harness, harness.link_claim(LinkPurpose.VERIFY_EMAIL), ada, "")
    assert harness.account().email_verified


def test_an_expired_temporary_password_verifies_nothing(harness: AccountHarness) -> None:
    harness.ada()
    account = harness.account()
    account.temporary_password, account.temporary_until = True, harness.clock.now()
    assert get_error(harness, harness.link_claim(LinkPurpose.VERIFY_EMAIL)) == TEMPORARY_PASSWORD_EXPIRED
    assert not harness.account().email_verified


def test_the_link_requires_a_login_or_the_password(harness: AccountHarness) -> None:
    harness.ada()
    bea = harness.ada(email="bea@example.org", phone="")
    link = harness.link_claim(LinkPurpose.VERIFY_EMAIL)
    for principal in (harness.visitor(), bea):
        assert get_error(harness, link, principal, "") == PROOF_REQUIRED
        assert get_error(harness, link, principal, "a guess of mine") == "Incorrect password"
    assert not harness.account().email_verified


def test_password_guesses_share_one_count_with_login(harness: AccountHarness) -> None:
    harness.ada()
    link = harness.link_claim(LinkPurpose.VERIFY_EMAIL)
    for _ in range(10):
        get_error(harness, link, None, "a guess of mine")
    with pytest.raises(RateLimitedError):
        verify(harness, link)
    assert "wrong_passwords" in str(harness.email_queue.queued)
