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
from touchline.channel.domain.site.keys import VIEWER_LIFETIME
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.accounts.social import SocialUnavailableError
from touchline.channel.tests.account_harness import CHANNEL_ID, FORM, NOON, PASSWORD
from touchline.channel.tests.social_login_harness import ADA, SocialLoginHarness
from touchline.shared.errors import NotFoundError, RateLimitedError, RefusedError
from touchline.shared.principal import Principal


def get_error(
    login_flow: SocialLoginHarness, principal: Principal | None = None, **changes: Any
) -> RefusedError:
    """Return the error that rejects the login."""
    with pytest.raises(RefusedError) as error:
        login_flow.log_in_with_social(principal, **changes)
    return error.value


def test_a_new_user_with_a_verified_address_is_registered_and_published() -> None:
    login_flow = SocialLoginHarness()
    login_result = login_flow.log_in_with_social(accept_terms=True)
    assert (login_result.user["email"], login_result.user["email_verified"]) == ("ada@example.org", True)
    assert login_flow.publisher.events == [AccountRegistered(CHANNEL_ID, login_result.user["id"])]
    assert "verify_email" not in str(login_flow.email_queue.queued)


def test_a_new_user_with_an_unverified_address_gets_an_email() -> None:
    login_flow = SocialLoginHarness(replace(ADA, email_verified=False))
    assert login_flow.log_in_with_social(accept_terms=True).user["email_verified"] is False
    assert "verify_email" in str(login_flow.email_queue.queued)


def test_a_new_user_must_accept_the_terms_first() -> None:
    login_flow = SocialLoginHarness()
    principal = login_flow.visitor()
    error = get_error(login_flow, principal)
    assert (error.message, error.commits_transaction) == (NOT_REGISTERED, True)
    assert login_flow.accounts.rows == {}
    assert login_flow.log_in_with_social(principal, accept_terms=True).user["first_name"] == "Ada"
    assert login_flow.social_attempts.attempts == {}


def test_names_are_normalized() -> None:
    login_flow = SocialLoginHarness(replace(ADA, first_name=" Ada \n Maria " + "x" * 90, last_name=""))
    user = login_flow.log_in_with_social(accept_terms=True).user
    assert user["first_name"].startswith("Ada Maria xxx")
    assert len(user["first_name"]) == 80


@pytest.mark.parametrize("email", [None, "", "not an address", "a" * 300 + "@example.org"])
def test_registration_requires_a_valid_address(email: str | None) -> None:
    login_flow = SocialLoginHarness(replace(ADA, email=email))
    error = get_error(login_flow, accept_terms=True)
    assert (error.code, error.commits_transaction) == ("errors.social_email_missing", True)


def test_a_second_factor_is_required_and_the_same_code_is_retried() -> None:
    login_flow = SocialLoginHarness()
    login_flow.ada()
    row = login_flow.account()
    row.email_verified_at, row.second_factor = NOON, SecondFactor("sealed", NOON)
    principal = login_flow.visitor()
    error = get_error(login_flow, principal, password=PASSWORD)
    assert (error.extra, error.commits_transaction) == ({"error": "second_factor_wrong"}, True)
    assert login_flow.accounts.identities_by_subject == {}
    get_error(login_flow, principal, password=PASSWORD, second_factor_code="000000")
    assert (
        login_flow.log_in_with_social(principal, second_factor_code="123456", password=PASSWORD).user[
            "two_factor"
        ]
        is True
    )
    assert login_flow.accounts.identities_by_subject == {("google", "17"): row.id}


def test_an_expired_temporary_password_links_no_account() -> None:
    login_flow = SocialLoginHarness()
    login_flow.ada()
    account = login_flow.account()
    account.email_verified_at = NOON
    account.temporary_password, account.temporary_until = True, NOON + TEMPORARY_PASSWORD_LIFETIME
    login_flow.clock.advance(TEMPORARY_PASSWORD_LIFETIME)
    assert get_error(login_flow, password=PASSWORD).message == TEMPORARY_PASSWORD_EXPIRED
    assert login_flow.accounts.identities_by_subject == {}


def test_a_linked_user_can_replace_an_expired_temporary_password() -> None:
    login_flow = SocialLoginHarness()
    login_flow.log_in_with_social(accept_terms=True)
    account = login_flow.account()
    account.change_password("a hash", temporary=True, until=NOON + TEMPORARY_PASSWORD_LIFETIME)
    login_flow.clock.advance(TEMPORARY_PASSWORD_LIFETIME)
    login_flow.social_providers.valid_codes.append("good")
    session = login_flow.sessions.get(login_flow.log_in_with_social().session_id)
    assert session is not None and session.must_change_password
    assert session.expires_at == login_flow.clock.now() + VIEWER_LIFETIME


def test_password_guesses_through_a_provider_are_limited() -> None:
    login_flow = SocialLoginHarness()
    login_flow.ada()
    login_flow.account().email_verified_at = NOON
    principal = login_flow.visitor()
    for _ in range(3):
        error = get_error(login_flow, principal, password="a guess of mine")
        assert (error.message, error.extra) == ("Incorrect password", {"error": "password_wrong"})
    for _ in range(2):  # a rate-limited caller retries with the same code
        with pytest.raises(RateLimitedError):
            login_flow.log_in_with_social(principal, password=PASSWORD)


def test_a_squatter_loses_all_access_when_the_owner_logs_in() -> None:
    login_flow = SocialLoginHarness()
    squatter = login_flow.ada()
    row = login_flow.account()
    row.second_factor = SecondFactor("sealed", NOON)
    login_flow.accounts.link_identity(row.id, "facebook", "99")
    version = row.credentials_version
    login_flow.log_in_with_social()
    row = login_flow.account()
    assert (row.password_hash, row.second_factor, row.email_verified) == (None, None, True)
    assert row.credentials_version > version
    assert login_flow.accounts.identities_by_subject == {("google", "17"): row.id}
    remaining = login_flow.sessions.get(squatter.session_id)
    assert remaining is not None and remaining.ended_at is not None


def test_an_unverified_operator_keeps_the_role() -> None:
    login_flow = SocialLoginHarness()
    login_flow.ada()
    login_flow.accounts.operators.add(login_flow.account().id, NOON)
    assert login_flow.log_in_with_social().user["operator"] is True


def test_a_verified_account_is_linked_with_its_password() -> None:
    login_flow = SocialLoginHarness()
    ada = login_flow.ada()
    login_flow.account().email_verified_at = NOON
    principal = login_flow.visitor()
    error = get_error(login_flow, principal)
    assert (error.message, error.extra) == (PASSWORD_REQUIRED, {"error": "password_required"})
    assert login_flow.accounts.identities_by_subject == {}
    login_flow.log_in_with_social(principal, password=PASSWORD)
    login_flow.social_providers.valid_codes.append("good")
    login_flow.log_in_with_social()
    assert login_flow.account().password_hash is not None
    here = login_flow.sessions.get(ada.session_id)
    assert here is not None and here.ended_at is None


def test_a_linked_user_logs_in_with_a_changed_address() -> None:
    login_flow = SocialLoginHarness()
    first = login_flow.log_in_with_social(accept_terms=True)
    login_flow.social_providers.valid_codes.append("good")
    login_flow.social_providers.profile = replace(ADA, email="moved@example.org", email_verified=False)
    assert login_flow.log_in_with_social().user["id"] == first.user["id"]
    assert login_flow.account().email == "ada@example.org"


def test_a_linked_user_keeps_access_after_verification() -> None:
    login_flow = SocialLoginHarness(replace(ADA, email_verified=False))
    login_flow.log_in_with_social(accept_terms=True)
    login_flow.accounts.link_identity(login_flow.account().id, "facebook", "99")
    login_flow.social_providers.valid_codes.append("good")
    login_flow.social_providers.profile = ADA
    assert login_flow.log_in_with_social().user["email_verified"] is True
    assert len(login_flow.accounts.identities_by_subject) == 2


def test_an_unverified_address_links_to_no_account() -> None:
    login_flow = SocialLoginHarness(replace(ADA, email_verified=False))
    login_flow.ada()
    error = get_error(login_flow, accept_terms=True)
    assert (error.code, error.commits_transaction) == ("errors.email_not_verified", True)
    assert login_flow.social_attempts.attempts == {}


def test_a_rejection_consumes_the_state_and_a_timeout_does_not() -> None:
    login_flow = SocialLoginHarness()
    principal = login_flow.visitor()
    login_flow.social_providers.is_down = True
    with pytest.raises(SocialUnavailableError):
        login_flow.log_in_with_social(principal)
    assert login_flow.used_tokens.used == set()
    login_flow.social_providers.is_down = False
    assert isinstance(get_error(login_flow, principal, code="guessed"), InvalidAuthDataError)
    assert isinstance(get_error(login_flow, principal), InvalidAuthDataError)


@pytest.mark.parametrize(
    "changes", [{"provider": "facebook"}, {"redirect_uri": "https://elsewhere.example/"}]
)
def test_a_state_is_bound_to_its_request(changes: dict[str, Any]) -> None:
    assert isinstance(get_error(SocialLoginHarness(), **changes), InvalidAuthDataError)


def test_a_state_of_another_session_is_rejected() -> None:
    login_flow = SocialLoginHarness()
    owner_session = login_flow.callback(login_flow.visitor())
    with pytest.raises(InvalidAuthDataError):
        login_flow.complete_social_login(owner_session, login_flow.visitor(), Browser("192.0.2.1", "Firefox"))


def test_an_unknown_provider_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        SocialLoginHarness().log_in_with_social(provider="myspace")


def test_a_logged_in_viewer_is_rejected() -> None:
    login_flow = SocialLoginHarness()
    assert get_error(login_flow, login_flow.ada()).message == "You are already logged in"


def test_a_pending_login_expires() -> None:
    login_flow = SocialLoginHarness()
    principal = login_flow.visitor()
    get_error(login_flow, principal)
    login_flow.clock.advance(timedelta(minutes=11))
    assert isinstance(get_error(login_flow, principal, accept_terms=True), InvalidAuthDataError)


def test_registration_and_social_login_share_one_account() -> None:
    login_flow = SocialLoginHarness(replace(ADA, email=FORM.email.swapcase()))
    login_flow.ada()
    login_flow.log_in_with_social()
    assert len(login_flow.accounts.rows) == 1
    assert asdict(ADA)["email"] == login_flow.account().email.lower()
