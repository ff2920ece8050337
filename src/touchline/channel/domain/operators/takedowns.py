"""The takedown log: what an operator removed or restored, when, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.shared.errors import RefusedError

MAX_REASON = 500
MAX_ACTOR = 80
REASON_TOO_LONG = f"The reason is too long. Use at most {MAX_REASON} characters."
ACTOR_TOO_LONG = f"The operator's name is too long. Use at most {MAX_ACTOR} characters."


class TakedownAction(StrEnum):
    """The action of a takedown log entry."""

    HIDE = "hide"
    SHOW = "show"
    DELETE = "delete"
    WITHDRAW = "withdraw"
    RESTORE = "restore"
    SUSPEND = "suspend"
    UNSUSPEND = "unsuspend"
    ERASE = "erase"
    BLOCK = "block"
    UNBLOCK = "unblock"


class TakedownSubject(StrEnum):
    """The type of subject in the takedown log.

    `RECORDING` is the recording of an event. `CLIP_CREATOR` is a viewer who makes clips.
    """

    CLIP = "clip"
    RECORDING = "recording"
    LIBRARY_ITEM = "library_item"
    ACCOUNT = "account"
    CLIP_CREATOR = "maker"


@dataclass(frozen=True, slots=True)
class Takedown:
    """An entry of the takedown log.

    `subject_id` is the id of the clip, event, or account. An entry never holds the name or address of a
    viewer. `actor` is the operator, or `reports` if viewer reports hid a clip.
    """

    at: datetime
    actor: str
    action: TakedownAction
    subject: TakedownSubject
    subject_id: int
    reason: str = ""
    id: int = 0


def create_takedown(
    at: datetime, actor: str, action: TakedownAction, subject: TakedownSubject, subject_id: int, reason: str
) -> Takedown:
    """Return an entry with normalized whitespace.

    Raises `RefusedError` if the reason has more than 500 characters or the actor more than 80. Neither is
    truncated.
    """
    clean_reason, clean_actor = " ".join(reason.split()), " ".join(actor.split())
    if len(clean_reason) > MAX_REASON:
        raise RefusedError(REASON_TOO_LONG)
    if len(clean_actor) > MAX_ACTOR:
        raise RefusedError(ACTOR_TOO_LONG)
    return Takedown(at, clean_actor, action, subject, subject_id, clean_reason)
