"""Repository of pending social logins, which wait for further input such as accepted terms."""

from datetime import datetime
from typing import Protocol

from touchline.shared.ids import SessionId


class SocialAttempts(Protocol):
    """Repository of encrypted social profiles, stored for a few minutes.

    A profile is stored because a provider accepts a code only once.
    """

    def save(self, session_id: SessionId, code_hash: str, encrypted_profile: str, until: datetime) -> None:
        """Save the profile for this session and code."""
        ...

    def exists(self, session_id: SessionId, code_hash: str) -> bool:
        """Return whether a profile is stored. Locks nothing, because it runs before the request to the
        provider.
        """
        ...

    def claim(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        """Delete the encrypted profile and return it. Return None if there is none or it has expired."""
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete profiles that expired before `instant` and return their number."""
        ...
