"""Login of operators through the provider of their channel (ADR 75)."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.channel.application.accounts.login.session_start import (
    LoginResult,
    StartSession,
    reject_logged_in,
)
from touchline.channel.application.accounts.second_factor.verification import RequireSecondFactor
from touchline.channel.application.accounts.social.accounts import AccountNotLinkableError
from touchline.channel.application.accounts.social.callback import ResolveSocialCallback, SocialCallback
from touchline.channel.application.accounts.social.login import Browser, guess_source
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.single_sign_on import SINGLE_SIGN_ON
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.single_sign_on import SingleSignOnConnector
from touchline.channel.ports.accounts.social import SocialProfile, SocialProviders
from touchline.channel.ports.operators.operators import Operators
from touchline.channel.ports.site.channels import Channels
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RateLimitedError, RefusedError
from touchline.shared.principal import Principal
from touchline.shared.strings import normalize

EMAIL_NOT_ALLOWED = ErrorMessage(
    "errors.single_sign_on_email",
    "This login did not confirm an email address of your organization. Use the account of your organization, "
    "or ask an owner of the channel.",
)
NOT_IN_TEAM = ErrorMessage(
    "errors.single_sign_on_team",
    "This account does not belong to the team of this channel. Ask an owner of the channel to invite you.",
)


class ChannelSingleSignOn:
    """Implements `SocialProviders` with the provider of the current channel, if it has one."""

    def __init__(self, channels: Channels, connector: SingleSignOnConnector) -> None:
        self._channels = channels
        self._connector = connector

    def list_names(self) -> Sequence[str]:
        """Return the provider's name in addresses, or nothing if the channel has none."""
        return [SINGLE_SIGN_ON] if self._find() else []

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """Return the URL of the provider's login."""
        return self._get().build_authorization_url(
            provider, state=state, nonce=nonce, redirect_uri=redirect_uri, verifier=verifier
        )

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """Exchange the code for the person's profile."""
        return self._get().fetch_profile(
            provider, code=code, nonce=nonce, redirect_uri=redirect_uri, verifier=verifier
        )

    def _find(self) -> SocialProviders | None:
        channel = self._channels.get_current()
        settings = channel.single_sign_on
        return self._connector.connect(channel.slug, settings) if settings else None

    def _get(self) -> SocialProviders:
        found = self._find()
        if found is None:
            raise NotFoundError
        return found


class CompleteSingleSignOn:
    """Use case that logs in an operator after the provider's callback. It creates no account."""

    def __init__(
        self,
        resolve_callback: ResolveSocialCallback,
        channels: Channels,
        accounts: Accounts,
        operators: Operators,
        require_second_factor: RequireSecondFactor,
        start_session: StartSession,
    ) -> None:
        self._resolve_callback = resolve_callback
        self._channels = channels
        self._accounts = accounts
        self._operators = operators
        self._require_second_factor = require_second_factor
        self._start_session = start_session

    def __call__(self, callback: SocialCallback, principal: Principal, browser: Browser) -> LoginResult:
        """Return the new API key and the user.

        Raises `RefusedError` for everybody but operators with a verified address in an allowed domain,
        `RateLimitedError`, or `SocialUnavailableError`.
        """
        reject_logged_in(principal)
        profile = self._resolve_callback(callback, principal)
        account = self._find_operator(profile)
        try:
            self._require_second_factor(account, callback.second_factor_code, guess_source(account, browser))
        except (RefusedError, RateLimitedError) as error:
            self._resolve_callback.save_for_retry(callback, principal, profile)
            error.commits_transaction = True
            raise
        return self._start_session(account, principal, browser.user_agent, single_sign_on=True)

    def _find_operator(self, profile: SocialProfile) -> Account:
        provider, email = self._channels.get_current().single_sign_on, normalize.email(profile.email or "")
        if provider is None or not (profile.email_verified and provider.allows(email)):
            raise AccountNotLinkableError(EMAIL_NOT_ALLOWED)
        account = self._accounts.get_by_email(email)
        if account is None or not account.email_verified or self._operators.get(account.id) is None:
            raise AccountNotLinkableError(NOT_IN_TEAM)
        return account
