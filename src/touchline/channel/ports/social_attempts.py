"""People from a social provider who have no account yet and were asked to accept the terms."""

from datetime import datetime
from typing import Protocol

from touchline.shared.ids import SessionId


class SocialAttempts(Protocol):
    """Who came with which code, sealed, for a few minutes: a code can be exchanged once only."""

    def keep(self, session_id: SessionId, code_hash: str, sealed_person: str, until: datetime) -> None:
        """Keep the person for this session and code."""
        ...

    def waits(self, session_id: SessionId, code_hash: str) -> bool:
        """Whether somebody is kept; asked before the provider is, so it locks nothing."""
        ...

    def take(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        """The sealed person, who is forgotten with it; None where nobody waits or the time is over."""
        ...

    def forget_before(self, instant: datetime) -> int:
        """Delete those whose time was over before; answers how many."""
        ...
