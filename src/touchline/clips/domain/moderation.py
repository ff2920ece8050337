"""Reports about clips and a channel's rules for them (docs/how-to/protect-students.md)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.clips.domain.clip import Clip
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError
from touchline.shared.ids import AccountId
from touchline.shared.strings.localized import LocalText
from touchline.shared.strings.validation import too_long_message

MAX_REPORT_TEXT = 500
MAX_FEATURED = 24
"""Number of clips that a channel can feature on its home page."""
PLACEHOLDER_NAME: LocalText = {"en": "Clip", "fr": "Extrait"}
"""Name that anonymous visitors see while a clip's name waits for approval."""
TOO_MANY_FEATURED = ErrorMessage(
    "errors.too_many_featured_clips",
    "The home page features {number} clips already. Remove one of them first.",
)
NO_CREATOR = ErrorMessage(
    "errors.clip_without_creator", "The channel made this clip, so there is no viewer to block."
)
REASON_REQUIRED = ErrorMessage("errors.reason_required", "Choose a reason.")


class ReportReason(StrEnum):
    """Reason for reporting a clip. `person`: the clip shows somebody who should not be shown."""

    PERSON = "person"
    BULLYING = "bullying"
    WRONG_GAME = "wrong_game"
    OTHER = "other"


class ModerationGroup(StrEnum):
    """A group of clips in the list of moderators."""

    ALL = "all"
    REPORTED = "reported"
    HIDDEN = "hidden"
    FAILED = "failed"
    FEATURED = "featured"


class NameVisibility(StrEnum):
    """Visibility of the name and tags of a paid event's clip to anonymous visitors."""

    APPROVED = "approved"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class ClipPolicy:
    """A channel's rules for clips.

    `hide_after_reports` is the number of open reports by different reporters that hides a clip; 0 means
    never.
    """

    names_public: NameVisibility = NameVisibility.APPROVED
    hide_after_reports: int = 3

    def is_name_public(self, clip: Clip, *, event_costs_money: bool) -> bool:
        """Return whether anonymous visitors may read the clip's name and tags."""
        if not event_costs_money or self.names_public is NameVisibility.ALWAYS:
            return True
        return clip.approved_at is not None

    def should_hide(self, open_reports: int) -> bool:
        """Return whether this many open reports hide a clip."""
        return 0 < self.hide_after_reports <= open_reports


@dataclass(frozen=True, slots=True)
class Report:
    """A report about a clip.

    `reporter` is the digest that identifies the reporter. `account_id` is None for an anonymous visitor, and
    after the reporter's account was closed.
    """

    clip_id: int
    reason: ReportReason
    text: str
    reporter: str
    created_at: datetime
    account_id: AccountId | None = None
    id: int = 0


def create_report(
    clip_id: int, reason: str, text: str, reporter: str, account_id: AccountId | None, now: datetime
) -> Report:
    """Return a report with normalized text.

    Raises `InvalidInputError` for an unknown reason or more than 500 characters.
    """
    normalized = " ".join(text.split())
    errors: dict[str, list[str]] = {}
    if reason not in set(ReportReason):
        errors["reason"] = [REASON_REQUIRED]
    if len(normalized) > MAX_REPORT_TEXT:
        errors["text"] = [too_long_message(MAX_REPORT_TEXT)]
    if errors:
        raise InvalidInputError(errors)
    return Report(clip_id, ReportReason(reason), normalized, reporter, now, account_id)
