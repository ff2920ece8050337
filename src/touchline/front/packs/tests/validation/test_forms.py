"""Forms of packs on the real application."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.tests.pack_fixtures import list_problems, read_at_pack_time, write_smallest_pack

SEAT_FORM = "- {key: seat, title: A seat, fields: [{name: card, label: Card}]}\n"


def test_a_form_is_read_with_its_rules_and_its_texts_by_language(full_pack: Path) -> None:
    contacts, seat = read_at_pack_time(full_pack).get_part("engagement")["forms"]
    assert (contacts["to"], contacts["fields"]) == ("help@riverside.example.org", [])
    assert seat["title"] == {"en": "A seat on the team bus", "fr": "Une place dans le bus"}
    card = seat["fields"][1]
    assert (card["type"], card["required"]) == ("text", False)
    assert card["rules"] == {"min": 8, "max": 8, "pattern": "[A-Z]{2}[0-9]{6}"}


def test_a_form_is_withdrawn_when_its_pack_no_longer_has_it(
    apply_pack: ApplyPack, full_pack: Path, state: Any
) -> None:
    assert apply_pack(full_pack).counts["engagement"].created == 2
    assert apply_pack(full_pack).counts["engagement"].unchanged == 2
    (full_pack / "forms.yaml").write_text(SEAT_FORM)
    counts = apply_pack(full_pack).counts["engagement"]
    assert (counts.updated, counts.withdrawn) == (1, 1)
    assert [form["key"] for form in state("riverside")["engagement"]["forms"]] == ["seat"]


def test_an_export_has_the_forms_as_a_person_would_write_them(
    apply_pack: ApplyPack, export_pack: ExportPack, full_pack: Path, tmp_path: Path
) -> None:
    apply_pack(full_pack)
    export_pack("riverside", tmp_path / "pack", keep_layout=False)
    text = (tmp_path / "pack" / "forms.yaml").read_text()
    assert "- key: contacts\n  to: help@riverside.example.org\n" in text
    assert "rules: {min: 8, max: 8, pattern: '[A-Z]{2}[0-9]{6}'}" in text
    assert "type: text" not in text and "required: false" not in text
    assert read_at_pack_time(tmp_path / "pack").get_part("engagement") == read_at_pack_time(
        full_pack
    ).get_part("engagement")


def test_a_pack_without_forms_needs_none(tmp_path: Path) -> None:
    assert read_at_pack_time(write_smallest_pack(tmp_path)).get_part("engagement") == {"forms": []}


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("menu_yaml", "- {key: a, label: A, children: [{key: b, label: B, url: /forms/seats}]}\n"),
        ("routes_yaml", "- {path: /seat, to: /forms/seats}\n"),
        ("popups_yaml", "- {key: a, title: A, text: B, action: {label: C, url: /forms/seats}}\n"),
    ],
)
def test_a_link_to_a_missing_form_is_a_problem(file: str, text: str, tmp_path: Path) -> None:
    [problem] = list_problems(write_smallest_pack(tmp_path, forms_yaml=SEAT_FORM, **{file: text}))
    assert problem.startswith(file.replace("_", "."))
    assert problem.endswith("`seats` is not a key in forms.yaml; did you mean `seat`?")


@pytest.mark.parametrize("link", ["/forms/seat", "/forms/contacts", "https://example.org/forms/other"])
def test_a_link_to_an_existing_form_is_valid(link: str, tmp_path: Path) -> None:
    assert (
        list_problems(
            write_smallest_pack(tmp_path, forms_yaml=SEAT_FORM, routes_yaml=f"- {{path: /a, to: {link}}}\n")
        )
        == []
    )


@pytest.mark.parametrize("path", ["/forms", "/forms/mine"])
def test_no_page_may_use_the_path_of_forms(path: str, tmp_path: Path) -> None:
    [problem] = list_problems(write_smallest_pack(tmp_path, routes_yaml=f"- {{path: {path}, to: /faq}}\n"))
    assert "is reserved" in problem
