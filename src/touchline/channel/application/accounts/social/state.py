"""What a browser carries to a social provider and back, and who came back: as texts that can be sealed."""

import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from touchline.channel.domain.accounts.form_errors import INVALID_AUTH_DATA
from touchline.channel.ports.accounts.encryption import Encryption
from touchline.channel.ports.accounts.social import SocialProfile
from touchline.shared.errors import RefusedError

LOGIN_TIMEOUT = timedelta(minutes=10)
"""How long one may take at the provider, and again as long to accept the terms."""
_STATE_PURPOSE, _PROFILE_PURPOSE = "social-state", "social-person"


class InvalidAuthDataError(RefusedError):
    """State or code are not what they were, or not this browser's, or used (product.md §8)."""

    code = "errors.social"
    commits_transaction = True

    def __init__(self) -> None:
        super().__init__(INVALID_AUTH_DATA)


@dataclass(frozen=True)
class AuthorizationRequest:
    """One way to a provider and back. `session` is the hash of the api key that set out."""

    provider: str
    session: str
    nonce: str
    verifier: str
    redirect_uri: str


class SocialStateCodec:
    """Ways as the `state` parameter (RFC 6749, 4.1.1), and people who wait, both unreadable to others."""

    def __init__(self, encryption: Encryption) -> None:
        self._encryption = encryption

    def encode_state(self, authorization_request: AuthorizationRequest) -> str:
        """The way, to be shown to browser and provider."""
        return self._encryption.encrypt(_STATE_PURPOSE, json.dumps(asdict(authorization_request)))

    def decode_state(self, state: str, *, max_age: timedelta) -> AuthorizationRequest:
        """The way of a state that is not older than that; `DecryptionError`."""
        return AuthorizationRequest(
            **json.loads(
                self._encryption.decrypt(_STATE_PURPOSE, state, max_age_seconds=int(max_age.total_seconds()))
            )
        )

    def encrypt_profile(self, profile: SocialProfile) -> str:
        """A person, to be kept for minutes."""
        return self._encryption.encrypt(_PROFILE_PURPOSE, json.dumps(asdict(profile)))

    def decrypt_profile(self, encrypted: str) -> SocialProfile:
        """The person again; `DecryptionError`."""
        return SocialProfile(**json.loads(self._encryption.decrypt(_PROFILE_PURPOSE, encrypted)))
