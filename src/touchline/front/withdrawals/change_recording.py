"""Hides, withdraws, restores or deletes a recording, and shows what that affects in other contexts."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.catalog.facade import CatalogFacade, MediaOwner, OwnerKind, Recording, RecordingAction
from touchline.front.withdrawals.takedown_effects import TakedownEffect, TakedownEffects
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

ACTIONS_TO_CONFIRM = frozenset({RecordingAction.WITHDRAW, RecordingAction.DELETE})


@dataclass(frozen=True)
class RecordingChange:
    """The recording before the change, and the effects of the change.

    `is_done` is False if the change needs a confirmation.
    """

    recording: Recording
    effect: TakedownEffect
    is_done: bool


class ChangeRecording:
    """Use case that changes who can see a recording, in one transaction. `ACTIONS_TO_CONFIRM` need a
    confirmation.
    """

    def __init__(self, uow: UnitOfWorkFactory, catalog: CatalogFacade, effects: TakedownEffects) -> None:
        self._uow = uow
        self._catalog = catalog
        self._effects = effects

    def __call__(
        self,
        channel_id: ChannelId,
        action: RecordingAction,
        subject: str,
        kind: OwnerKind | None = None,
        *,
        is_confirmed: bool,
        actor: str,
        reason: str,
    ) -> RecordingChange:
        """Apply an action to the recording of `subject`, the key or id of an event or library item. Without
        `kind`, an event comes first.

        Without the confirmation that the action needs, nothing changes. Raises `NotFoundError`, and
        `RefusedError` if the action does not apply.
        """
        needs_confirmation = action in ACTIONS_TO_CONFIRM
        is_done = is_confirmed or not needs_confirmation
        with self._uow(channel_id):
            owner = self._get_owner(subject, kind)
            effect = self._effects.get_for_recording(owner) if needs_confirmation else TakedownEffect()
            if is_done:
                recording = self._catalog.take_down(channel_id, action, owner, actor=actor, reason=reason)
            else:
                recording = self._catalog.take_down.preview(action, owner)
        return RecordingChange(recording, effect, is_done)

    def _get_owner(self, subject: str, kind: OwnerKind | None) -> MediaOwner:
        owner = self._catalog.find_media_owner(subject, kind)
        if owner is None:
            raise NotFoundError(f"There is no event or library item {subject} in this channel.")
        return owner
