"""Which clip names are public, what hides a clip, and what hiding changes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.clips.domain.clip import Words
from touchline.clips.domain.moderation import ClipPolicy, NamesPublic, ReportReason, new_report
from touchline.clips.tests.samples import ADA, NOON, clip
from touchline.shared.errors import Invalid
from touchline.shared.work import NotNow, WorkState


@pytest.mark.parametrize(
    ("names_public", "costs", "approved", "public"),
    [
        (NamesPublic.APPROVED, True, False, False),
        (NamesPublic.APPROVED, True, True, True),
        (NamesPublic.APPROVED, False, False, True),
        (NamesPublic.ALWAYS, True, False, True),
    ],
)
def test_the_name_of_a_paid_games_clip_is_public_once_it_is_approved(
    names_public: NamesPublic, costs: bool, approved: bool, public: bool
) -> None:
    one = clip(approved_at=NOON if approved else None)
    assert ClipPolicy(names_public).is_name_public(one, event_costs_money=costs) is public


def test_another_name_needs_another_approval_and_the_same_one_does_not() -> None:
    one = clip(approved_at=NOON)
    one.rename(Words(one.words.name, one.words.tags))
    assert one.approved_at == NOON
    one.rename(Words("Something rude", one.words.tags))
    assert one.approved_at is None


def test_other_tags_need_another_approval() -> None:
    one = clip(approved_at=NOON)
    one.rename(Words(one.words.name, ("A name of a child",)))
    assert one.approved_at is None


@pytest.mark.parametrize(("limit", "reports", "hides"), [(3, 2, False), (3, 3, True), (0, 9, False)])
def test_enough_reports_hide_a_clip_and_zero_means_never(limit: int, reports: int, hides: bool) -> None:
    assert ClipPolicy(hide_after_reports=limit).hides(reports) is hides


def test_a_hidden_clip_moves_to_another_folder_and_is_not_cut() -> None:
    one = clip()
    one.begin("lease", NOON)
    assert one.hide(NOON, "rosa", "clips/other") is True
    assert (one.folder, one.former_folders, one.state) == ("clips/other", ("clips/4f",), WorkState.QUEUED)
    with pytest.raises(NotNow):
        one.begin("another", NOON + timedelta(hours=1))
    assert one.hide(NOON, "rosa", "clips/third") is False
    assert one.folder == "clips/other"


def test_a_report_needs_a_reason_of_the_list_and_a_short_text() -> None:
    with pytest.raises(Invalid) as refusal:
        new_report(1, "because", "x" * 501, "me", ADA, NOON)
    assert set(refusal.value.errors) == {"reason", "text"}
    made = new_report(1, "bullying", "  two\n lines ", "me", None, NOON)
    assert (made.reason, made.text) == (ReportReason.BULLYING, "two lines")
