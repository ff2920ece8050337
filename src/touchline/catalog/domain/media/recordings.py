"""Takedown states of the recording of an event or library item: hidden, withdrawn or deleted."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from touchline.shared.errors import RefusedError

RESTORE_WINDOW = timedelta(days=30)
"""How long a withdrawn recording can be restored. After that its files are deleted."""


class RecordingState(StrEnum):
    """The state of a recording, which decides whether viewers may see it.

    `hidden`: not shown, but everything is kept. `withdrawn`: its clips and downloads end as well; it can be
    restored for 30 days. `deleted`: its files, clips and downloads are gone.
    """

    AVAILABLE = ""
    HIDDEN = "hidden"
    WITHDRAWN = "withdrawn"
    DELETED = "deleted"

    @property
    def is_taken_down(self) -> bool:
        """Whether the recording is unavailable to viewers."""
        return self is not RecordingState.AVAILABLE

    @property
    def ends_clips(self) -> bool:
        """Whether the clips of the recording are unavailable as well."""
        return self in (RecordingState.WITHDRAWN, RecordingState.DELETED)


class RecordingAction(StrEnum):
    """An action of an operator. The values are also the names of the commands."""

    HIDE = "hide"
    SHOW = "show"
    WITHDRAW = "withdraw"
    RESTORE = "restore"
    DELETE = "delete"


_ALLOWED_STATES = {
    RecordingAction.HIDE: (RecordingState.AVAILABLE,),
    RecordingAction.SHOW: (RecordingState.HIDDEN,),
    RecordingAction.WITHDRAW: (RecordingState.AVAILABLE, RecordingState.HIDDEN),
    RecordingAction.RESTORE: (RecordingState.WITHDRAWN,),
    RecordingAction.DELETE: (RecordingState.AVAILABLE, RecordingState.HIDDEN, RecordingState.WITHDRAWN),
}
_NEXT_STATES = {
    RecordingAction.HIDE: RecordingState.HIDDEN,
    RecordingAction.SHOW: RecordingState.AVAILABLE,
    RecordingAction.WITHDRAW: RecordingState.WITHDRAWN,
    RecordingAction.RESTORE: RecordingState.AVAILABLE,
    RecordingAction.DELETE: RecordingState.DELETED,
}
_STATE_MESSAGES = {
    RecordingState.AVAILABLE: "This recording is not hidden or withdrawn.",
    RecordingState.HIDDEN: "This recording is hidden. `touchline recordings unhide` shows it again.",
    RecordingState.WITHDRAWN: "This recording was withdrawn. `touchline recordings restore` brings it back.",
    RecordingState.DELETED: "This recording was deleted.",
}


def next_state(action: RecordingAction, state: RecordingState) -> RecordingState:
    """Return the state after an action.

    Raises `RefusedError` with the current state if the action does not apply.
    """
    if state not in _ALLOWED_STATES[action]:
        raise RefusedError(_STATE_MESSAGES[state])
    return _NEXT_STATES[action]
