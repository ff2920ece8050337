"""Edits of single entries: versions, checks and revisions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from touchline.channel.domain.document.entries import FieldChange
from touchline.channel.domain.document.revisions import RevisionSource
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.document.conflicts import MergeConflictError
from touchline.front.packs.problems import PackRefusedError
from touchline.front.packs.tests.document.studio import Studio
from touchline.front.packs.tests.test_apply_pack import replace_text
from touchline.shared.errors import EditConflictError, InvalidInputError, NotFoundError, RefusedError

GAME = "hawks-at-otters"


@pytest.fixture(autouse=True)
def applied(apply_pack: ApplyPack, full_pack: Path) -> Path:
    """Return the folder of a pack that is applied."""
    apply_pack(full_pack)
    return full_pack


def test_an_edit_is_a_revision_with_its_author_and_both_values(studio: Studio) -> None:
    studio.edit("events", GAME, label="final")
    revision = studio.latest()
    assert (revision.author, revision.source) == ("Ada Coach", RevisionSource.STUDIO)
    [change] = revision.changes
    assert change.list_fields() == [FieldChange(("label",), "quarterfinal", "final")]


def test_a_day_without_a_time_is_saved_as_it_is_written(studio: Studio) -> None:
    studio.edit("events", GAME, starts="2026-12-05")
    assert studio.read("events", GAME).value["starts"] == "2026-12-05"
    studio.edit("events", GAME, starts="2026-12-05 19:30")
    assert studio.read("events", GAME).value["starts"] == "2026-12-05 19:30"


def test_saving_without_a_change_makes_no_revision(studio: Studio) -> None:
    latest = studio.latest().id
    studio.edit("events", GAME)
    assert studio.latest().id == latest


def test_the_second_of_two_authors_gets_the_version_of_the_first(studio: Studio) -> None:
    entry = studio.read("events", GAME)
    first = studio.save("events", GAME, {**entry.value, "label": "final"}, entry.version)
    with pytest.raises(EditConflictError) as caught:
        studio.save("events", GAME, {**entry.value, "label": "semifinal"}, entry.version)
    assert first is not None
    assert caught.value.extra == {
        "section": "events",
        "key": GAME,
        "current": first.value,
        "version": first.version,
    }
    assert studio.read("events", GAME).value["label"] == "final"


def test_an_entry_that_someone_else_created_is_not_overwritten(studio: Studio) -> None:
    with pytest.raises(EditConflictError):
        studio.save("faq", "refunds", {"key": "refunds", "question": "Why?", "answer": "Because."})


@pytest.mark.parametrize(
    ("section", "key", "field", "value", "line"),
    [
        ("events", GAME, "starts", "15/06/2026", "  starts: today 19:00"),
        ("events", GAME, "category", "hokey", "  category: hockey"),
        ("events", GAME, "pass", "gold", "  pass: paid"),
        ("categories", "talks", "weight", "heavy", "weight: 10"),
    ],
)
def test_the_refusal_beside_a_field_is_the_sentence_that_the_terminal_prints(
    section: str,
    key: str,
    field: str,
    value: Any,
    line: str,
    studio: Studio,
    apply_pack: ApplyPack,
    applied: Path,
) -> None:
    with pytest.raises(InvalidInputError) as refused:
        studio.edit(section, key, **{field: value})
    replace_text(applied / f"{section}.yaml", line, f"{line.partition(':')[0]}: {value}")
    with pytest.raises(PackRefusedError) as refused_pack:
        apply_pack.check(applied)
    problem = next(problem for problem in refused_pack.value.problems if problem.field.endswith(field))
    sentence = f"{problem.message}; {problem.hint}" if problem.hint else problem.message
    assert refused.value.errors == {field: [sentence]}


def test_an_entry_that_others_need_cannot_be_removed(studio: Studio) -> None:
    with pytest.raises(InvalidInputError) as refused:
        studio.remove("categories", "hockey")
    assert any(
        "`hockey` is not a key in categories.yaml" in text for text in refused.value.message.split(";")
    )
    assert "hockey" in studio.list("categories")


def test_a_picture_must_be_a_file_of_the_channel(studio: Studio) -> None:
    logo = studio.read("channel").value["logo"]
    studio.edit("categories", "talks", image=logo)
    for path in (
        "pictures/mark.svg",
        "/files/other/0123456789ab-mark.svg",
        "/files/riverside/../../etc/passwd",
    ):
        with pytest.raises(InvalidInputError, match="is not a file of this channel"):
            studio.edit("categories", "talks", image=path)
        with pytest.raises(InvalidInputError, match="is not a file of this channel"):
            studio.edit("faq", "refunds", answer=f"![A mark]({path})")


def test_a_section_that_does_not_exist_is_not_found(studio: Studio) -> None:
    for section in ("footage", "players"):
        with pytest.raises(NotFoundError):
            studio.save(section, "x", {"key": "x"})


def test_undoing_an_edit_restores_its_fields_and_keeps_later_ones(studio: Studio) -> None:
    studio.edit("events", GAME, label="final")
    edit = studio.latest().id
    studio.edit("events", GAME, duration="3h")
    studio.revert(edit)
    value = studio.read("events", GAME).value
    assert (value["label"], value["duration"]) == ("quarterfinal", "3h")
    assert (studio.latest().source, studio.latest().reverts) == (RevisionSource.REVERT, edit)
    assert studio.revert(edit).revision is None


def test_undoing_a_field_that_changed_again_needs_force(studio: Studio) -> None:
    studio.edit("events", GAME, label="final")
    edit = studio.latest().id
    studio.edit("events", GAME, label="semifinal")
    with pytest.raises(MergeConflictError) as caught:
        studio.revert(edit)
    [conflict] = caught.value.conflicts
    assert (conflict.value, conflict.current) == ("quarterfinal", "semifinal")
    studio.revert(edit, force=True)
    assert studio.read("events", GAME).value["label"] == "quarterfinal"


def test_undoing_an_undo_restores_the_edit(studio: Studio) -> None:
    studio.remove("faq", "refunds")
    studio.revert(studio.latest().id)
    assert list(studio.list("faq")) == ["refunds"]
    studio.revert(studio.latest().id)
    assert studio.list("faq") == {}


def test_undoing_a_removal_puts_the_entry_back_in_its_place(studio: Studio) -> None:
    order = list(studio.list("menu"))
    studio.remove("menu", order[1])
    studio.revert(studio.latest().id)
    assert list(studio.list("menu")) == order


def test_the_revision_that_created_the_channel_cannot_be_undone(studio: Studio) -> None:
    with pytest.raises(RefusedError, match="created the channel"):
        studio.revert(studio.latest().id)
