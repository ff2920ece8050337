"""Tests of public clip names and of hiding clips."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.clips.domain.clip import ClipDetails
from touchline.clips.domain.moderation import ClipPolicy, NameVisibility, ReportReason, create_report
from touchline.clips.tests.samples import ADA, NOON, build_clip
from touchline.shared.errors import InvalidInputError
from touchline.shared.tasks.work import RetryLaterError, WorkState


@pytest.mark.parametrize(
    ("names_public", "costs", "approved", "public"),
    [
        (NameVisibility.APPROVED, True, False, False),
        (NameVisibility.APPROVED, True, True, True),
        (NameVisibility.APPROVED, False, False, True),
        (NameVisibility.ALWAYS, True, False, True),
    ],
)
def test_the_name_of_a_paid_games_clip_is_public_once_it_is_approved(
    names_public: NameVisibility, costs: bool, approved: bool, public: bool
) -> None:
    clip = build_clip(approved_at=NOON if approved else None)
    assert ClipPolicy(names_public).is_name_public(clip, event_costs_money=costs) is public


def test_another_name_needs_another_approval_and_the_same_one_does_not() -> None:
    clip = build_clip(approved_at=NOON)
    clip.rename(ClipDetails(clip.details.name, clip.details.tags))
    assert clip.approved_at == NOON
    clip.rename(ClipDetails("Something rude", clip.details.tags))
    assert clip.approved_at is None


def test_other_tags_need_another_approval() -> None:
    clip = build_clip(approved_at=NOON)
    clip.rename(ClipDetails(clip.details.name, ("A name of a child",)))
    assert clip.approved_at is None


@pytest.mark.parametrize(("limit", "reports", "hides"), [(3, 2, False), (3, 3, True), (0, 9, False)])
def test_enough_reports_hide_a_clip_and_zero_means_never(limit: int, reports: int, hides: bool) -> None:
    assert ClipPolicy(hide_after_reports=limit).should_hide(reports) is hides


def test_a_hidden_clip_moves_to_another_folder_and_is_not_cut() -> None:
    clip = build_clip()
    clip.begin("lease", NOON)
    assert clip.hide(NOON, "rosa", "clips/other") is True
    assert (clip.folder, clip.former_folders, clip.state) == ("clips/other", ("clips/4f",), WorkState.QUEUED)
    with pytest.raises(RetryLaterError):
        clip.begin("another", NOON + timedelta(hours=1))
    assert clip.hide(NOON, "rosa", "clips/third") is False
    assert clip.folder == "clips/other"


def test_a_report_needs_a_known_reason_and_a_short_text() -> None:
    with pytest.raises(InvalidInputError) as error:
        create_report(1, "because", "x" * 501, "me", ADA, NOON)
    assert set(error.value.errors) == {"reason", "text"}
    created = create_report(1, "bullying", "  two\n lines ", "me", None, NOON)
    assert (created.reason, created.text) == (ReportReason.BULLYING, "two lines")
