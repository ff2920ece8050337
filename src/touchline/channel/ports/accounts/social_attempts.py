"""People from a social provider who have no account yet and were asked to accept the terms."""

from datetime import datetime
from typing import Protocol

from touchline.shared.ids import SessionId


class SocialAttempts(Protocol):
    """Who came with which code, sealed, for a few minutes: a code can be exchanged once only."""

    def save(self, session_id: SessionId, code_hash: str, encrypted_profile: str, until: datetime) -> None:
        """Keep the person for this session and code."""
        ...

    def exists(self, session_id: SessionId, code_hash: str) -> bool:
        """Whether somebody is kept; asked before the provider is, so it locks nothing."""
        ...

    def claim(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        """The sealed person, who is forgotten with it; None where nobody waits or the time is over."""
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete those whose time was over before; answers how many."""
        ...
