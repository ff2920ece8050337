"""Exports in the layout of the applied pack: a diff shows the edits and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.tests.document.studio import Studio
from touchline.front.packs.tests.test_export_pack import read_files

GAME = "hawks-at-otters"
ExportDiff = Callable[[], dict[str, list[str]]]


@pytest.fixture(autouse=True)
def applied(apply_pack: ApplyPack, full_pack: Path) -> Path:
    """Return the folder of a pack that is applied."""
    apply_pack(full_pack)
    return full_pack


@pytest.fixture
def diff(applied: Path, export_pack: ExportPack, tmp_path: Path) -> ExportDiff:
    """Return a function that exports the channel and returns the changed lines by file."""

    def export() -> dict[str, list[str]]:
        export_pack("riverside", tmp_path / "export")
        old, new = read_files(applied), read_files(tmp_path / "export")
        return {
            file: lines
            for file in sorted(old.keys() | new.keys())
            if (lines := _diff_lines(old.get(file, b""), new.get(file, b"")))
        }

    return export


def _diff_lines(old: bytes, new: bytes) -> list[str]:
    if old == new:
        return []
    before, after = (text.decode().splitlines() for text in (old, new))
    return [
        line
        for line in unified_diff(before, after, n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]


def test_an_export_without_edits_is_the_pack(diff: ExportDiff) -> None:
    assert diff() == {}


def test_an_edited_field_of_a_form_is_one_line(studio: Studio, diff: ExportDiff) -> None:
    email, *others = studio.read("forms", "seat").value["fields"]
    studio.edit("forms", "seat", fields=[{**email, "label": "Your email"}, *others])
    assert diff() == {
        "forms.yaml": [
            "-    - {name: email, label: Email, type: email, required: true}",
            "+    - {name: email, label: Your email, type: email, required: true}",
        ]
    }


def test_an_added_choice_of_a_form_is_one_line(studio: Studio, diff: ExportDiff) -> None:
    fields = studio.read("forms", "seat").value["fields"]
    game = {**fields[2], "options": [*fields[2]["options"], {"value": "both", "label": "Both"}]}
    studio.edit("forms", "seat", fields=[*fields[:2], game, *fields[3:]])
    assert diff() == {"forms.yaml": ["+        - {value: both, label: Both}"]}


def test_fields_in_another_order_leave_the_other_parts_of_the_form_alone(
    studio: Studio, diff: ExportDiff
) -> None:
    studio.edit("forms", "seat", fields=studio.read("forms", "seat").value["fields"][::-1])
    removed = [line[1:] for line in diff()["forms.yaml"] if line.startswith("-")]
    assert removed and all(line.startswith("    ") for line in removed)


def test_an_edited_field_is_one_line(studio: Studio, diff: ExportDiff) -> None:
    studio.edit("events", GAME, label="final")
    studio.edit("channel", tagline={"en": "Every game", "fr": "Tous les matchs de la vallée"})
    assert diff() == {
        "channel.yaml": [
            "-tagline: {en: Every game of the valley, fr: Tous les matchs de la vallée}",
            "+tagline: {en: Every game, fr: Tous les matchs de la vallée}",
        ],
        "events.yaml": ["-  label: quarterfinal", "+  label: final"],
    }


def test_new_and_removed_entries_leave_the_others_alone(studio: Studio, diff: ExportDiff) -> None:
    studio.remove("events", "coach-talk")
    studio.save("locations", "gym", {"key": "gym", "name": "Gym"})
    lines = diff()
    assert list(lines) == ["events.yaml", "locations.yaml"]
    assert len(lines["events.yaml"]) == 12 and all(line.startswith("-") for line in lines["events.yaml"])
    assert lines["locations.yaml"] == ["+- {key: gym, name: Gym}"]


def test_a_page_changes_only_in_the_file_of_its_language(studio: Studio, diff: ExportDiff) -> None:
    text = studio.read("pages", "about").value["text"]
    studio.edit("pages", "about", text={**text, "fr": "# Qui sommes-nous\n\nTrois parents."})
    assert diff() == {"pages/about.fr.md": ["-Deux parents et une caméra.", "+Trois parents."]}


def test_an_export_with_edits_applies_without_a_change(
    studio: Studio, apply_pack: ApplyPack, export_pack: ExportPack, tmp_path: Path
) -> None:
    studio.edit("events", GAME, label={"en": "final", "fr": "finale"}, score=None)
    studio.edit("channel", name="Riverside Live")
    studio.edit("pages", "about", name="About")
    studio.save("faq", "rain", {"key": "rain", "question": "What if it rains?", "answer": "We play."})
    studio.remove("routes", next(iter(studio.list("routes"))))
    export_pack("riverside", tmp_path / "export")
    result = apply_pack(tmp_path / "export")
    assert (result.total.changed, result.kept_edits) == (0, 0)
