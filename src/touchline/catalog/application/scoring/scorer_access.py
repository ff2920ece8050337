"""How scorers without an account enter: a link and a PIN for one event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.scoring.event_checks import require_event
from touchline.catalog.domain.scoring.scorer_links import (
    VALID_AFTER_END,
    ScorerLink,
    ScorerSecrets,
    ScorerSession,
)
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.scoring.scorer_links import ScorerLinks
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import EventId
from touchline.shared.unit_of_work import UnitOfWorkFactory

LINK_NOT_VALID = ErrorMessage(
    "errors.scorer_link",
    "This link no longer works. Ask the person who sent it for a new one.",
)
WRONG_PIN = ErrorMessage("errors.scorer_pin", "This PIN is wrong. Check it and try again.")
SIGNED_OUT = ErrorMessage(
    "errors.scorer_signed_out", "You can no longer keep the score of this event. Open the link again."
)


class WrongPinError(RefusedError):
    """The PIN is wrong. The failed attempt is kept."""

    commits_transaction = True


@dataclass(frozen=True, slots=True)
class NewScorerLink:
    """A new link. Token and PIN are shown once."""

    token: str
    pin: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ScorerLinkStatus:
    """The link of an event as operators see it, and the names of the scorers who entered with it."""

    expires_at: datetime
    scorers: Sequence[str]


@dataclass(frozen=True)
class ScorerAccess:
    """Use cases for the scorer link of an event."""

    links: ScorerLinks
    events: Events
    secrets: ScorerSecrets
    clock: Clock

    def create_link(self, event_id: EventId) -> NewScorerLink:
        """Create the link of an event, in place of an earlier one. Raises `NotFoundError`."""
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        token, pin = self.secrets.create_token(), self.secrets.create_pin()
        token_hash = self.secrets.hash_token(token)
        expires_at = max(event.status_ends_at, self.clock.now()) + VALID_AFTER_END
        pin_hash = self.secrets.hash_pin(token_hash, pin)
        self.links.save(ScorerLink(event_id, token_hash, pin_hash, expires_at))
        return NewScorerLink(token, pin, expires_at)

    def get_link(self, event_id: EventId) -> ScorerLinkStatus | None:
        """Return the link of an event; None if it has none that works. Raises `NotFoundError`."""
        require_event(self.events, event_id)
        link = self.links.get(event_id)
        if link is None or not link.is_valid(self.clock.now()):
            return None
        names = [session.name for session in self.links.list_sessions(event_id)]
        return ScorerLinkStatus(link.expires_at, names)

    def delete_link(self, event_id: EventId) -> None:
        """Delete the link of an event, and sign its scorers out. Raises `NotFoundError`."""
        require_event(self.events, event_id)
        self.links.delete(event_id)

    def log_in(self, token: str, pin: str, name: str) -> str:
        """Return the token of a new session. Raises `RefusedError`, and `WrongPinError` for a wrong PIN."""
        link = self.links.lock_by_token(self.secrets.hash_token(token))
        if link is None or not link.is_valid(self.clock.now()):
            raise RefusedError(LINK_NOT_VALID)
        if not self.secrets.is_pin(link, pin):
            link.failed_pins += 1
            self.links.save(link)
            raise WrongPinError(WRONG_PIN)
        session_token = self.secrets.create_token()
        session = ScorerSession(link.event_id, name, link.expires_at)
        self.links.add_session(self.secrets.hash_token(session_token), session)
        return session_token

    def authenticate(self, session_token: str) -> ScorerSession:
        """Return the session with a token. Raises `RefusedError` for one that is unknown or has expired."""
        session = self.links.get_session(self.secrets.hash_token(session_token))
        if session is None or session.expires_at <= self.clock.now():
            raise RefusedError(SIGNED_OUT)
        return session


@dataclass(frozen=True)
class DeleteExpiredScorerLinks:
    """Use case: delete scorer links that no longer work. A worker runs this once a day."""

    uow: UnitOfWorkFactory
    links: ScorerLinks
    clock: Clock

    def __call__(self) -> int:
        """Delete the expired links of all channels, and return their number."""
        with self.uow.all_channels():
            return self.links.delete_expired(self.clock.now())
