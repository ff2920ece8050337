"""Social login: who may log in, and what happens to others who had access to the account."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.accounts.login.session_start import TEMPORARY_PASSWORD_EXPIRED
from touchline.channel.application.accounts.social.login import NOT_REGISTERED, PASSWORD_REQUIRED, Browser
from touchline.channel.application.accounts.social.state import InvalidAuthDataError
from touchline.channel.domain.accounts.accounts import SecondFactor
from touchline.channel.domain.accounts.temporary_passwords import TEMPORARY_PASSWORD_LIFETIME
from touchline.channel.domain.operators.roles import Role
from touchline.channel.domain.site.keys import VIEWER_LIFETIME
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.accounts.social import SocialUnavailableError
from touchline.channel.tests.account_harness import CHANNEL_ID, FORM, NOON, PASSWORD
from touchline.channel.tests.social_login_harness import ADA, SocialLoginHarness
from touchline.shared.errors import NotFoundError, RateLimitedError, RefusedError
from touchline.shared.principal import Principal


def get_error(
    harness: SocialLoginHarness, principal: Principal | None = None, **changes: Any
) -> RefusedError:
    """Return the error that rejects the login."""
    with pytest.raises(RefusedError) as error:
        harness.log_in_with_social(principal, **changes)
    return error.value


def test_a_new_user_with_a_verified_address_is_registered_and_published() -> None:
    harness = SocialLoginHarness()
    login_result = harness.log_in_with_social(accept_terms=True)
    assert (login_result.user["email"], login_result.user["email_verified"]) == ("ada@example.org", True)
    assert harness.publisher.events == [AccountRegistered(CHANNEL_ID, login_result.user["id"])]
    assert "verify_email" not in str(harness.email_queue.queued)


def test_a_new_user_with_an_unverified_address_gets_an_email() -> None:
    harness = SocialLoginHarness(replace(ADA, email_verified=False))
    assert harness.log_in_with_social(accept_terms=True).user["email_verified"] is False
    assert "verify_email" in str(harness.email_queue.queued)


def test_a_new_user_must_accept_the_terms_first() -> None:
    harness = SocialLoginHarness()
    principal = harness.visitor()
    error = get_error(harness, principal)
    assert (error.message, error.commits_transaction) == (NOT_REGISTERED, True)
    assert harness.accounts.rows == {}
    assert harness.log_in_with_social(principal, accept_terms=True).user["first_name"] == "Ada"
    assert harness.social_attempts.attempts == {}


def test_names_are_normalized() -> None:
    harness = SocialLoginHarness(replace(ADA, first_name=" Ada \n Maria " + "x" * 90, last_name=""))
    user = harness.log_in_with_social(accept_terms=True).user
    assert user["first_name"].startswith("Ada Maria xxx")
    assert len(user["first_name"]) == 80


@pytest.mark.parametrize("email", [None, "", "not an address", "a" * 300 + "@example.org"])
def test_registration_requires_a_valid_address(email: str | None) -> None:
    harness = SocialLoginHarness(replace(ADA, email=email))
    error = get_error(harness, accept_terms=True)
    assert (error.code, error.commits_transaction) == ("errors.social_email_missing", True)


def test_a_second_factor_is_required_and_the_same_code_is_retried() -> None:
    harness = SocialLoginHarness()
    harness.ada()
    row = harness.account()
    row.email_verified_at, row.second_factor = NOON, SecondFactor("sealed", NOON)
    principal = harness.visitor()
    error = get_error(harness, principal, password=PASSWORD)
    assert (error.extra, error.commits_transaction) == ({"error": "second_factor_wrong"}, True)
    assert harness.accounts.identities_by_subject == {}
    get_error(harness, principal, password=PASSWORD, second_factor_code="000000")
    assert (
        harness.log_in_with_social(principal, second_factor_code="123456", password=PASSWORD).user[
            "two_factor"
        ]
        is True
    )
    assert harness.accounts.identities_by_subject == {("google", "17"): row.id}


def test_an_expired_temporary_password_links_no_account() -> None:
    harness = SocialLoginHarness()
    harness.ada()
    account = harness.account()
    account.email_verified_at = NOON
    account.temporary_password, account.temporary_until = True, NOON + TEMPORARY_PASSWORD_LIFETIME
    harness.clock.advance(TEMPORARY_PASSWORD_LIFETIME)
    assert get_error(harness, password=PASSWORD).message == TEMPORARY_PASSWORD_EXPIRED
    assert harness.accounts.identities_by_subject == {}


def test_a_linked_user_can_replace_an_expired_temporary_password() -> None:
    harness = SocialLoginHarness()
    harness.log_in_with_social(accept_terms=True)
    account = harness.account()
    account.change_password("a hash", temporary=True, until=NOON + TEMPORARY_PASSWORD_LIFETIME)
    harness.clock.advance(TEMPORARY_PASSWORD_LIFETIME)
    harness.social_providers.valid_codes.append("good")
    session = harness.sessions.get(harness.log_in_with_social().session_id)
    assert session is not None and session.must_change_password
    assert session.expires_at == harness.clock.now() + VIEWER_LIFETIME


def test_password_guesses_through_a_provider_are_limited() -> None:
    harness = SocialLoginHarness()
    harness.ada()
    harness.account().email_verified_at = NOON
    principal = harness.visitor()
    for _ in range(3):
        error = get_error(harness, principal, password="a guess of mine")
        assert (error.message, error.extra) == ("Incorrect password", {"error": "password_wrong"})
    for _ in range(2):  # a rate-limited caller retries with the same code
        with pytest.raises(RateLimitedError):
            harness.log_in_with_social(principal, password=PASSWORD)


def test_a_squatter_loses_all_access_when_the_owner_logs_in() -> None:
    harness = SocialLoginHarness()
    squatter = harness.ada()
    row = harness.account()
    row.second_factor = SecondFactor("sealed", NOON)
    harness.accounts.link_identity(row.id, "facebook", "99")
    version = row.credentials_version
    harness.log_in_with_social()
    row = harness.account()
    assert (row.password_hash, row.second_factor, row.email_verified) == (None, None, True)
    assert row.credentials_version > version
    assert harness.accounts.identities_by_subject == {("google", "17"): row.id}
    squatter_session = harness.sessions.get(squatter.session_id)
    assert squatter_session is not None and squatter_session.ended_at is not None


def test_an_unverified_operator_keeps_the_role() -> None:
    harness = SocialLoginHarness()
    harness.ada()
    harness.accounts.operators.add(harness.account().id, Role.OWNER, NOON)
    assert harness.log_in_with_social().user["operator"] is True


def test_a_verified_account_is_linked_with_its_password() -> None:
    harness = SocialLoginHarness()
    ada = harness.ada()
    harness.account().email_verified_at = NOON
    principal = harness.visitor()
    error = get_error(harness, principal)
    assert (error.message, error.extra) == (PASSWORD_REQUIRED, {"error": "password_required"})
    assert harness.accounts.identities_by_subject == {}
    harness.log_in_with_social(principal, password=PASSWORD)
    harness.social_providers.valid_codes.append("good")
    harness.log_in_with_social()
    assert harness.account().password_hash is not None
    ada_session = harness.sessions.get(ada.session_id)
    assert ada_session is not None and ada_session.ended_at is None


def test_a_linked_user_logs_in_with_a_changed_address() -> None:
    harness = SocialLoginHarness()
    first = harness.log_in_with_social(accept_terms=True)
    harness.social_providers.valid_codes.append("good")
    harness.social_providers.profile = replace(ADA, email="moved@example.org", email_verified=False)
    assert harness.log_in_with_social().user["id"] == first.user["id"]
    assert harness.account().email == "ada@example.org"


def test_a_linked_user_keeps_access_after_verification() -> None:
    harness = SocialLoginHarness(replace(ADA, email_verified=False))
    harness.log_in_with_social(accept_terms=True)
    harness.accounts.link_identity(harness.account().id, "facebook", "99")
    harness.social_providers.valid_codes.append("good")
    harness.social_providers.profile = ADA
    assert harness.log_in_with_social().user["email_verified"] is True
    assert len(harness.accounts.identities_by_subject) == 2


def test_an_unverified_address_links_to_no_account() -> None:
    harness = SocialLoginHarness(replace(ADA, email_verified=False))
    harness.ada()
    error = get_error(harness, accept_terms=True)
    assert (error.code, error.commits_transaction) == ("errors.email_not_verified", True)
    assert harness.social_attempts.attempts == {}


def test_a_rejection_consumes_the_state_and_a_timeout_does_not() -> None:
    harness = SocialLoginHarness()
    principal = harness.visitor()
    harness.social_providers.is_down = True
    with pytest.raises(SocialUnavailableError):
        harness.log_in_with_social(principal)
    assert harness.used_tokens.used == set()
    harness.social_providers.is_down = False
    assert isinstance(get_error(harness, principal, code="guessed"), InvalidAuthDataError)
    assert isinstance(get_error(harness, principal), InvalidAuthDataError)


@pytest.mark.parametrize(
    "changes", [{"provider": "facebook"}, {"redirect_uri": "https://elsewhere.example/"}]
)
def test_a_state_is_bound_to_its_request(changes: dict[str, Any]) -> None:
    assert isinstance(get_error(SocialLoginHarness(), **changes), InvalidAuthDataError)


def test_a_state_of_another_session_is_rejected() -> None:
    harness = SocialLoginHarness()
    callback = harness.callback(harness.visitor())
    with pytest.raises(InvalidAuthDataError):
        harness.complete_social_login(callback, harness.visitor(), Browser("192.0.2.1", "Firefox"))


def test_an_unknown_provider_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        SocialLoginHarness().log_in_with_social(provider="myspace")


def test_a_logged_in_viewer_is_rejected() -> None:
    harness = SocialLoginHarness()
    assert get_error(harness, harness.ada()).message == "You are already logged in"


def test_a_pending_login_expires() -> None:
    harness = SocialLoginHarness()
    principal = harness.visitor()
    get_error(harness, principal)
    harness.clock.advance(timedelta(minutes=11))
    assert isinstance(get_error(harness, principal, accept_terms=True), InvalidAuthDataError)


def test_registration_and_social_login_share_one_account() -> None:
    harness = SocialLoginHarness(replace(ADA, email=FORM.email.swapcase()))
    harness.ada()
    harness.log_in_with_social()
    assert len(harness.accounts.rows) == 1
    assert asdict(ADA)["email"] == harness.account().email.lower()
