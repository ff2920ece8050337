"""Serialization of the social login state and profile, for encryption."""

import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from touchline.channel.domain.accounts.form_errors import INVALID_AUTH_DATA
from touchline.channel.ports.accounts.encryption import Encryption
from touchline.channel.ports.accounts.social import SocialProfile
from touchline.shared.errors import RefusedError

LOGIN_TIMEOUT = timedelta(minutes=10)
"""How long a person may take at the provider, and again to accept the terms."""
_STATE_PURPOSE, _PROFILE_PURPOSE = "social-state", "social-person"


class InvalidAuthDataError(RefusedError):
    """The state or code is invalid, already used, or belongs to another browser (product.md §8)."""

    commits_transaction = True

    def __init__(self) -> None:
        super().__init__(INVALID_AUTH_DATA)


@dataclass(frozen=True)
class AuthorizationRequest:
    """An authorization request to a provider. `session` is the hash of the API key that started it."""

    provider: str
    session: str
    nonce: str
    verifier: str
    redirect_uri: str


class SocialStateCodec:
    """Encryptor of authorization requests, as the `state` parameter (RFC 6749, 4.1.1), and of social
    profiles.
    """

    def __init__(self, encryption: Encryption) -> None:
        self._encryption = encryption

    def encode_state(self, authorization_request: AuthorizationRequest) -> str:
        """Return the encrypted authorization request as a state. The browser and the provider see only the
        state.
        """
        return self._encryption.encrypt(_STATE_PURPOSE, json.dumps(asdict(authorization_request)))

    def decode_state(self, state: str, *, max_age: timedelta) -> AuthorizationRequest:
        """Return the authorization request of a state.

        Raises `DecryptionError` if the state is invalid or older than `max_age`.
        """
        return AuthorizationRequest(
            **json.loads(
                self._encryption.decrypt(_STATE_PURPOSE, state, max_age_seconds=int(max_age.total_seconds()))
            )
        )

    def encrypt_profile(self, profile: SocialProfile) -> str:
        """Return the encrypted profile, which is stored for minutes."""
        return self._encryption.encrypt(_PROFILE_PURPOSE, json.dumps(asdict(profile)))

    def decrypt_profile(self, encrypted: str) -> SocialProfile:
        """Return the decrypted profile. Raises `DecryptionError`."""
        return SocialProfile(**json.loads(self._encryption.decrypt(_PROFILE_PURPOSE, encrypted)))
