"""Packs and edits in the studio: what only one side changed stays, and conflicts are listed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from touchline.channel.adapters.sql.document_tables import AppliedPackRow
from touchline.channel.domain.document.merge import Side
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.document.conflicts import MergeConflictError, PackConflict
from touchline.front.packs.problems import PackRefusedError
from touchline.front.packs.tests.document.studio import CONFIRMED, Studio
from touchline.front.packs.tests.pack_fixtures import SMALLEST_CHANNEL
from touchline.front.packs.tests.test_apply_pack import replace_text
from touchline.platform.db.session import current_session
from touchline.shared.clock import FixedClock

GAME = "hawks-at-otters"


@pytest.fixture
def applied(apply_pack: ApplyPack, full_pack: Path) -> Path:
    """Return the folder of a pack that is applied."""
    apply_pack(full_pack)
    return full_pack


def test_an_edit_stays_when_the_same_pack_is_applied_again(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.edit("events", GAME, label="final")
    for _ in range(2):  # the second apply merges against the first
        result = apply_pack(applied)
        assert (result.total.changed, result.kept_edits, result.revision) == (0, 1, None)
    assert studio.read("events", GAME).value["label"] == "final"


def test_changes_of_different_fields_of_one_entry_are_both_kept(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.edit("events", GAME, label="final")
    replace_text(applied / "events.yaml", "duration: 2h30m", "duration: 3h")
    apply_pack(applied)
    value = studio.read("events", GAME).value
    assert (value["label"], value["duration"]) == ("final", "3h")


def test_an_entry_that_the_studio_created_stays(applied: Path, apply_pack: ApplyPack, studio: Studio) -> None:
    studio.save("faq", "rain", {"key": "rain", "question": "What if it rains?", "answer": "We play."})
    studio.save("locations", "gym", {"key": "gym", "name": "Gym"})
    replace_text(applied / "faq.yaml", "Do you refund?", "Do you refund tickets?")
    apply_pack(applied)
    assert list(studio.list("faq")) == ["refunds", "rain"]
    assert studio.read("faq", "refunds").value["question"] == "Do you refund tickets?"
    assert studio.read("locations", "gym").value["name"] == "Gym"


def test_an_entry_that_the_studio_removed_stays_removed(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.remove("events", "coach-talk")
    for _ in range(2):
        assert apply_pack(applied, CONFIRMED).kept_edits == 1
    assert "coach-talk" not in studio.list("events")


def test_a_field_that_both_changed_is_listed_with_its_line_and_both_values(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.edit("events", GAME, label="final")
    replace_text(applied / "events.yaml", "label: quarterfinal", "label: semifinal")
    replace_text(applied / "faq.yaml", "Do you refund?", "Do you refund tickets?")
    with pytest.raises(MergeConflictError) as caught:
        apply_pack(applied)
    assert caught.value.conflicts == [
        PackConflict("events.yaml", 12, f"events[{GAME}]", "label", "semifinal", "final")
    ]
    assert studio.read("faq", "refunds").value["question"] == "Do you refund?", "nothing was applied"


@pytest.mark.parametrize(("side", "label"), [(Side.CURRENT, "final"), (Side.PACK, "semifinal")])
def test_a_preference_resolves_conflicts_and_keeps_all_other_changes(
    applied: Path, apply_pack: ApplyPack, studio: Studio, side: Side, label: str
) -> None:
    studio.edit("events", GAME, label="final", duration="3h")
    replace_text(applied / "events.yaml", "label: quarterfinal", "label: semifinal")
    apply_pack(applied, prefer=side)
    apply_pack(applied)  # the conflict is resolved for good
    value = studio.read("events", GAME).value
    assert (value["label"], value["duration"]) == (label, "3h")


def test_removing_an_entry_that_the_studio_changed_is_a_conflict(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.edit("faq", "refunds", question="Can I get my money back?")
    (applied / "faq.yaml").write_text("")
    with pytest.raises(MergeConflictError) as caught:
        apply_pack(applied)
    [conflict] = caught.value.conflicts
    assert (conflict.file, conflict.entry, conflict.field, conflict.value) == (
        "faq.yaml",
        "faq[refunds]",
        "",
        None,
    )
    apply_pack(applied, prefer=Side.PACK)
    assert studio.list("faq") == {}


def test_an_edit_and_a_pack_that_do_not_fit_together_are_refused_with_the_line(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.save("categories", "chess", {"key": "chess", "name": "Chess"})
    studio.edit("events", "coach-talk", category="chess")
    text = (applied / "categories.yaml").read_text()
    (applied / "categories.yaml").write_text(text + "- {key: radio, name: Radio, weight: 1}\n")
    apply_pack(applied, CONFIRMED)
    studio.remove("categories", "radio")
    replace_text(applied / "events.yaml", "  embed_url", "  label: On air\n  embed_url")
    replace_text(applied / "prerolls.yaml", "categories: [hockey]", "categories: [radio]")
    with pytest.raises(PackRefusedError) as refused:
        apply_pack(applied, CONFIRMED)
    [problem] = refused.value.problems
    assert (problem.file, problem.line) == ("prerolls.yaml", 1)
    assert problem.message == "`radio` is not a key in categories.yaml"


def test_a_relative_date_moves_with_the_day_unless_the_studio_changed_it(
    applied: Path, apply_pack: ApplyPack, studio: Studio, clock: FixedClock
) -> None:
    studio.edit("events", GAME, label="final")
    clock.advance(timedelta(days=1))
    apply_pack(applied)
    assert studio.read("events", GAME).value["starts"] == "2026-11-22 19:00"
    studio.edit("events", GAME, starts="2026-12-24 15:00")
    clock.advance(timedelta(days=1))
    apply_pack(applied)
    value = studio.read("events", GAME).value
    assert (value["starts"], value["label"]) == ("2026-12-24 15:00", "final")


def test_a_channel_without_a_record_of_its_pack_takes_everything_from_the_next_pack(
    applied: Path, apply_pack: ApplyPack, studio: Studio, transaction: Any
) -> None:
    studio.edit("events", GAME, label="final")
    with transaction(studio.channel_id):
        current_session().execute(delete(AppliedPackRow))
    apply_pack(applied)
    assert studio.read("events", GAME).value["label"] == "quarterfinal"


def test_another_time_zone_in_the_pack_is_no_conflict_with_edits(
    applied: Path, apply_pack: ApplyPack, studio: Studio
) -> None:
    studio.edit("events", "coach-talk", label="On air")
    replace_text(applied / "channel.yaml", "time_zone: America/Chicago", "time_zone: America/New_York")
    apply_pack(applied, CONFIRMED)
    value = studio.read("events", "coach-talk").value
    assert (value["starts"], value["label"]) == ("2026-11-20 18:30", "On air")


def test_another_main_language_in_the_pack_is_no_conflict_with_edits(
    apply_pack: ApplyPack, studio: Studio, tmp_path: Path
) -> None:
    channel = f"{SMALLEST_CHANNEL.replace('tiny', 'riverside')}languages: [en, fr]\nlanguage: "
    question = "- {key: rain, question: {en: And rain?, fr: Et la pluie?}, answer: {en: A, fr: B}}\n"
    (tmp_path / "channel.yaml").write_text(f"{channel}en\n")
    (tmp_path / "faq.yaml").write_text(question)
    apply_pack(tmp_path)
    studio.edit("faq", "rain", answer="We play.")
    (tmp_path / "channel.yaml").write_text(f"{channel}fr\n")
    result = apply_pack(tmp_path)
    assert result.kept_edits == 1
    assert studio.read("faq", "rain").value["answer"] == {"en": "We play."}


def test_an_edit_can_be_undone_after_the_time_zone_changed(applied: Path, studio: Studio) -> None:
    studio.edit("events", "coach-talk", starts="2026-11-20 20:30")
    edit = studio.latest().id
    studio.edit("channel", time_zone="America/New_York")
    assert studio.read("events", "coach-talk").value["starts"] == "2026-11-20 21:30"
    studio.revert(edit)
    assert studio.read("events", "coach-talk").value["starts"] == "2026-11-20 19:30"
