"""Ports for storing restream targets and restreams, and for encrypting their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.media.restreams import Restream, RestreamProgress, RestreamTarget
from touchline.shared.ids import EventId


class KeyEncryption(Protocol):
    """Authenticated encryption with a key of the deployment. `purpose` separates different uses."""

    def encrypt(self, purpose: str, text: str) -> str:
        """Return the encrypted text."""
        ...

    def decrypt(self, purpose: str, encrypted: str) -> str:
        """Return the decrypted text. Raises `ValueError` if another deployment has encrypted it."""
        ...


class RestreamTargets(Protocol):
    """The restream targets of the current channel."""

    def list_all(self) -> Sequence[RestreamTarget]:
        """Return the targets, oldest first. One query."""
        ...

    def get(self, target_id: int, *, for_update: bool = False) -> RestreamTarget | None:
        """Return a target; None if there is none."""
        ...

    def add(self, target: RestreamTarget) -> RestreamTarget:
        """Insert a target and return it with its id."""
        ...

    def save(self, target: RestreamTarget) -> None:
        """Save all fields."""
        ...

    def delete(self, target_id: int) -> None:
        """Delete a target and its restreams."""
        ...


class Restreams(Protocol):
    """The restreams of the current channel's events."""

    def list_by_event(self, event_id: EventId) -> Sequence[Restream]:
        """Return a restream for each target of the channel, oldest target first. One query."""
        ...

    def get(self, event_id: EventId, target_id: int) -> Restream | None:
        """Return the restream of an event to a target; None if there is no such target."""
        ...

    def save_choice(self, restream: Restream) -> None:
        """Save the operator's choice, and a new progress."""
        ...

    def save_progress(self, event_id: EventId, target_id: int, progress: RestreamProgress) -> None:
        """Save what the ingest process knows. Does nothing if the target was deleted."""
        ...
