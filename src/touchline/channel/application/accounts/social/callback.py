"""Callback of a social login: identifies the person, once for each code."""

from dataclasses import dataclass
from datetime import timedelta

from touchline.channel.application.accounts.social.state import (
    LOGIN_TIMEOUT,
    AuthorizationRequest,
    InvalidAuthDataError,
    SocialStateCodec,
)
from touchline.channel.domain.site.keys import hash_key
from touchline.channel.ports.accounts.encryption import DecryptionError
from touchline.channel.ports.accounts.social import SocialProfile, SocialProviders, SocialRejectedError
from touchline.channel.ports.accounts.social_attempts import SocialAttempts
from touchline.channel.ports.accounts.used_tokens import UsedTokens
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class SocialCallback:
    """The data that the callback page posts.

    `redirect_uri` is None if the page did not send its URL. `password` is the account's password, which the
    first link with a provider requires.
    """

    provider: str
    code: str
    state: str
    redirect_uri: str | None = None
    accept_terms: bool = False
    second_factor_code: str | None = None
    password: str | None = None


class ResolveSocialCallback:
    """Service that exchanges a code for a profile, or returns the stored profile of an earlier exchange.

    The state belongs to the session that started the login. The provider's first response uses it up,
    whatever the response is. The provider is called before any write, because SQLite allows one write at a
    time.
    """

    def __init__(
        self,
        social_providers: SocialProviders,
        state_codec: SocialStateCodec,
        sessions: Sessions,
        used_tokens: UsedTokens,
        attempts: SocialAttempts,
        clock: Clock,
    ) -> None:
        self._social_providers = social_providers
        self._state_codec = state_codec
        self._sessions = sessions
        self._used_tokens = used_tokens
        self._attempts = attempts
        self._clock = clock

    def __call__(self, callback: SocialCallback, principal: Principal) -> SocialProfile:
        """Return the profile.

        Raises `NotFoundError` if the provider is not configured, `InvalidAuthDataError`, or
        `SocialUnavailableError`.
        """
        if callback.provider not in self._social_providers.list_names():
            raise NotFoundError
        if not self._attempts.exists(principal.session_id, hash_key(callback.code)):
            return self._exchange_code(callback, self._read_request(callback, principal, LOGIN_TIMEOUT))
        self._read_request(callback, principal, 2 * LOGIN_TIMEOUT)
        encrypted_profile = self._attempts.claim(
            principal.session_id, hash_key(callback.code), self._clock.now()
        )
        if encrypted_profile is None:
            raise InvalidAuthDataError
        return self._state_codec.decrypt_profile(encrypted_profile)

    def save_for_retry(self, callback: SocialCallback, principal: Principal, profile: SocialProfile) -> None:
        """Store the profile for the next request with the same code and state."""
        expires_at = self._clock.now() + LOGIN_TIMEOUT
        self._attempts.save(
            principal.session_id,
            hash_key(callback.code),
            self._state_codec.encrypt_profile(profile),
            expires_at,
        )

    def _read_request(
        self, callback: SocialCallback, principal: Principal, max_age: timedelta
    ) -> AuthorizationRequest:
        """Return the authorization request in the state, if it belongs to this browser."""
        try:
            authorization_request = self._state_codec.decode_state(callback.state, max_age=max_age)
        except DecryptionError:
            raise InvalidAuthDataError from None
        session = self._sessions.get(principal.session_id)
        is_own_session = session is not None and session.key_hash == authorization_request.session
        is_same_redirect = callback.redirect_uri in (None, authorization_request.redirect_uri)
        if not (is_own_session and is_same_redirect and authorization_request.provider == callback.provider):
            raise InvalidAuthDataError
        return authorization_request

    def _exchange_code(
        self, callback: SocialCallback, authorization_request: AuthorizationRequest
    ) -> SocialProfile:
        try:
            profile = self._social_providers.fetch_profile(
                authorization_request.provider,
                code=callback.code,
                nonce=authorization_request.nonce,
                redirect_uri=authorization_request.redirect_uri,
                verifier=authorization_request.verifier,
            )
        except SocialRejectedError:
            self._consume_nonce(authorization_request)
            raise InvalidAuthDataError from None
        if not self._consume_nonce(authorization_request):
            raise InvalidAuthDataError
        return profile

    def _consume_nonce(self, authorization_request: AuthorizationRequest) -> bool:
        return self._used_tokens.consume(
            "social", hash_key(authorization_request.nonce), self._clock.now() + 2 * LOGIN_TIMEOUT
        )
