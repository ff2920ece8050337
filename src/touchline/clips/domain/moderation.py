"""Reports about clips, and what a channel does about them (docs/how-to/protect-students.md)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.clips.domain.clip import Clip
from touchline.shared.errors import Invalid
from touchline.shared.ids import AccountId
from touchline.shared.text import LocalText
from touchline.shared.typed import too_long

MAX_REPORT_TEXT = 500
UNNAMED: LocalText = {"en": "Clip", "fr": "Extrait"}
"""What anonymous visitors read while a name waits for approval."""
CHOOSE_A_REASON = "Choose a reason."


class ReportReason(StrEnum):
    """Why somebody reports a clip. `person`: it shows somebody who should not be shown."""

    PERSON = "person"
    BULLYING = "bullying"
    WRONG_GAME = "wrong_game"
    OTHER = "other"


class NamesPublic(StrEnum):
    """When anonymous visitors may read the name and tags of a clip of a paid event."""

    APPROVED = "approved"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class ClipPolicy:
    """A channel's rules for clips. `hide_after_reports`: the number of open reports by different reporters
    that hides a clip; 0 means never."""

    names_public: NamesPublic = NamesPublic.APPROVED
    hide_after_reports: int = 3

    def is_name_public(self, clip: Clip, *, event_costs_money: bool) -> bool:
        """Return whether anonymous visitors may read the clip's name and tags."""
        if not event_costs_money or self.names_public is NamesPublic.ALWAYS:
            return True
        return clip.approved_at is not None

    def hides(self, open_reports: int) -> bool:
        """Return whether so many open reports hide a clip."""
        return 0 < self.hide_after_reports <= open_reports


@dataclass(frozen=True, slots=True)
class Report:
    """A report about a clip. `reporter` is the digest that tells reporters apart; `account_id` is None for an
    anonymous visitor, and after the reporter's account was closed."""

    clip_id: int
    reason: ReportReason
    text: str
    reporter: str
    created_at: datetime
    account_id: AccountId | None = None
    id: int = 0


def new_report(
    clip_id: int, reason: str, text: str, reporter: str, account_id: AccountId | None, now: datetime
) -> Report:
    """Return a report with tidy text; `Invalid` for an unknown reason or more than 500 characters."""
    tidy = " ".join(text.split())
    errors: dict[str, list[str]] = {}
    if reason not in set(ReportReason):
        errors["reason"] = [CHOOSE_A_REASON]
    if len(tidy) > MAX_REPORT_TEXT:
        errors["text"] = [too_long(MAX_REPORT_TEXT)]
    if errors:
        raise Invalid(errors)
    return Report(clip_id, ReportReason(reason), tidy, reporter, now, account_id)
