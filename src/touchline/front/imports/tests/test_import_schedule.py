"""Imports: what a preview shows, what an import changes, and what a second import of the file does."""

from __future__ import annotations

import pytest

from touchline.channel.domain.document.revisions import RevisionSource
from touchline.front.imports.choices import RowChoice
from touchline.front.imports.tests.conftest import NEW, Importer
from touchline.shared.errors import EditConflictError, RefusedError

HEADER = "Date,Time,Home,Away,Location,Status\n"
FIRST = "2026-12-01,7:00 PM,Otter Creek,Hawk Hill,The Barn,\n"
SECOND = "2026-12-08,,Hawk Hill,Otter Creek,,\n"
SEASON = HEADER + FIRST + SECOND


def test_a_file_becomes_one_revision_and_a_second_import_changes_nothing(importer: Importer) -> None:
    assert importer.classes(SEASON) == {"new": 2}
    result = importer.apply(SEASON)
    revision = importer.studio.latest()
    assert (result.revision, result.created, revision.source) == (revision.id, 2, RevisionSource.IMPORT)
    first, second = (importer.studio.read("events", change.ref.key).value for change in revision.changes)
    assert (first["away"], first["home"], first["starts"]) == (
        "hawks-boys",
        "otters-boys",
        "2026-12-01 19:00",
    )
    assert (first["location"], first["pass"], "status" in first) == ("barn", "register", False)
    assert (second["starts"], "status" in second, "label" in second) == ("2026-12-08", False, False)
    assert importer.classes(SEASON) == {"unchanged": 2}
    assert importer.apply(SEASON).revision is None


def test_a_changed_file_updates_the_same_games(importer: Importer) -> None:
    importer.apply(SEASON)
    changed = HEADER + FIRST.replace("7:00", "8:00") + SECOND.replace("08,,", "08,6:30 PM,")
    assert importer.classes(changed) == {"changed": 2}
    result = importer.apply(changed)
    assert (result.created, result.changed) == (0, 2)
    values = [
        importer.studio.read("events", change.ref.key).value for change in importer.studio.latest().changes
    ]
    assert [value["starts"] for value in values] == ["2026-12-01 20:00", "2026-12-08 18:30"]
    assert not any("status" in value or "label" in value for value in values)


def test_a_game_on_another_day_is_the_same_game(importer: Importer) -> None:
    importer.apply(SEASON)
    moved = HEADER + FIRST.replace("12-01", "12-03") + SECOND
    assert importer.classes(moved) == {"changed": 1, "unchanged": 1}
    importer.apply(moved)
    assert importer.classes(moved) == {"unchanged": 2}


def test_what_only_the_studio_changed_stays(importer: Importer) -> None:
    importer.apply(SEASON)
    key = importer.studio.latest().changes[0].ref.key
    importer.studio.edit("events", key, starts="2026-12-01 18:00")
    assert importer.classes(SEASON) == {"unchanged": 2}


def test_a_row_that_both_sides_changed_keeps_the_studio_unless_chosen(importer: Importer) -> None:
    importer.apply(SEASON)
    key = importer.studio.latest().changes[0].ref.key
    importer.studio.edit("events", key, starts="2026-12-01 18:00")
    changed = HEADER + FIRST.replace("7:00", "8:00") + SECOND
    row = next(row for row in importer.preview(changed).rows if row.event_key == key)
    [change] = row.changes
    assert (row.row_class, change.studio, change.file) == (
        "disagreeing",
        "2026-12-01 18:00",
        "2026-12-01 20:00",
    )
    assert importer.apply(changed).revision is None
    assert importer.classes(changed) == {"unchanged": 2}
    again = HEADER + FIRST.replace("7:00", "9:00") + SECOND
    importer.apply(again, {row.row_key: RowChoice.APPLY})
    assert importer.studio.read("events", key).value["starts"] == "2026-12-01 21:00"


def test_a_missing_row_stays_until_the_operator_cancels_it(importer: Importer) -> None:
    importer.apply(SEASON)
    key = importer.studio.latest().changes[0].ref.key
    shorter = HEADER + SECOND
    [missing] = [row for row in importer.preview(shorter).rows if row.row_class == "missing"]
    assert importer.apply(shorter).revision is None
    importer.apply(shorter, {missing.row_key: RowChoice.CANCEL})
    assert importer.studio.read("events", key).value["status"] == "canceled"
    assert importer.classes(shorter) == {"unchanged": 1}
    assert importer.classes(SEASON) == {"changed": 1, "unchanged": 1}


def test_a_preview_is_refused_after_the_document_changed(importer: Importer) -> None:
    importer.apply(SEASON)
    key = importer.studio.latest().changes[0].ref.key
    changed = HEADER + FIRST.replace("7:00", "8:00") + SECOND
    version = importer.preview(changed).version
    importer.studio.edit("events", key, starts="2026-12-01 18:00")
    with pytest.raises(EditConflictError):
        importer.use_case(importer.studio.channel_id, importer.file(changed), version, {}, "Ada Coach")


def test_a_decision_about_a_name_is_kept_for_the_next_import(importer: Importer) -> None:
    text = "Date,Time,Home,Away\n2026-12-01,19:00,Otter Creek,Westfield\n"
    preview = importer.preview(text)
    assert (preview.counts["unmapped"], [name.text for name in preview.names]) == (1, ["Westfield"])
    importer.apply(text, names={"westfield": NEW})
    [team] = [
        change.after for change in importer.studio.latest().changes if change.ref.section == "participants"
    ]
    assert team and (team["key"], team["category"]) == ("westfield-hockey", "hockey")
    assert importer.classes(text + "2026-12-09,19:00,Westfield,Otter Creek\n") == {"new": 1, "unchanged": 1}


def test_a_game_that_a_pack_brought_is_not_created_again(importer: Importer) -> None:
    game = importer.studio.read("events", "hawks-at-otters").value
    text = f"Date,Time,Home,Away\n{game['starts'][:10]},8:00 PM,Otter Creek,Hawk Hill\n"
    assert importer.classes(text) == {"changed": 1}


def test_questions_must_be_answered_before_an_import(importer: Importer) -> None:
    text = "Date,Time,Home,Away\n06/05/2026,19:00,Otter Creek,Hawk Hill\n"
    preview = importer.preview(text)
    assert (preview.questions, list(preview.rows)) == (["date_order"], [])
    with pytest.raises(RefusedError):
        importer.apply(text)
