"""YAML errors: one broken line is one error at that line, whatever other files refer to."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.problems import PackRefusedError, Problem, suggest
from touchline.front.packs.tests.pack_fixtures import copy_pack

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def list_refusals(root: Path) -> list[Problem]:
    with pytest.raises(PackRefusedError) as refusal:
        read_pack(root, NOW)
    return refusal.value.problems


def list_problems_after(tmp_path: Path, file: str, line: int, change: tuple[str, str]) -> list[Problem]:
    """Return the problems of a pack after replacing a text in one line of a file."""
    root = copy_pack("whole", tmp_path / "pack")
    lines = (root / file).read_text().split("\n")
    assert change[0] in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(*change, 1)
    (root / file).write_text("\n".join(lines))
    return list_refusals(root)


def find_lines_ending_with(root: Path, bracket: str) -> list[tuple[str, int]]:
    """Return every line of the full pack's files that ends with the given bracket."""
    positions = []
    for path in sorted(root.glob("*.yaml")):
        lines = path.read_text().split("\n")
        positions += [(path.name, at) for at, line in enumerate(lines, 1) if line.rstrip().endswith(bracket)]
    return positions


@pytest.mark.parametrize(("opening", "closing"), [("{", "}"), ("[", "]")])
def test_a_missing_bracket_is_one_error_at_its_line_wherever_it_is(
    tmp_path: Path, opening: str, closing: str
) -> None:
    source = copy_pack("whole", tmp_path / "source")
    places = [
        (file, line)
        for file, line in find_lines_ending_with(source, closing)
        if opening in (source / file).read_text().split("\n")[line - 1]
    ]
    assert len(places) > 5
    for number, (file, line) in enumerate(places):
        text = (source / file).read_text().split("\n")[line - 1]
        problems = list_problems_after(tmp_path / str(number), file, line, (text, text.rstrip()[:-1]))
        assert [(problem.file, problem.line) for problem in problems] == [(file, line)], (text, problems)
        assert "is not closed" in problems[0].message or "is not YAML" in problems[0].message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- key: a\n  name: A\n- key: b\n\tname: B\n", 4),
        ("- key: a\n  name A\n  city: B\n", 2),
        ('- key: a\n  name: "A\n  city: "B"\n', 2),
        ("- key: a\n  name: 'A\n  city: B\n", 2),
        ("- key: a\n  name: A: B\n  city: C\n", 2),
        ("- key: a\n  name: {en: A\n- key: b\n  name: {en: B}\n", 2),
        ("- key: a\n   name: A\n", 2),
    ],
)
def test_an_error_is_reported_at_the_line_to_fix(tmp_path: Path, text: str, line: int) -> None:
    root = copy_pack("whole", tmp_path / "pack")
    (root / "locations.yaml").write_text(text)
    assert [(refusal.file, refusal.line) for refusal in list_refusals(root)] == [("locations.yaml", line)]


@pytest.mark.parametrize(
    ("field", "suggestion"),
    [
        ("place", "location"),
        ("venue", "location"),
        ("title", "name"),
        ("date", "starts"),
        ("strats", "starts"),
    ],
)
def test_an_unknown_field_gets_a_suggestion(field: str, suggestion: str) -> None:
    known = ["key", "name", "location", "starts", "price", "pass", "away", "home"]
    assert suggest(field, known) == f"did you mean `{suggestion}`?"


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        ("8.999", "has 3 decimals"),
        ("-3", "is negative"),
        ("123456789", "is too large"),
        ("eight", "is not an amount of USD"),
    ],
)
def test_an_amount_is_refused_with_the_reason(tmp_path: Path, amount: str, reason: str) -> None:
    root = copy_pack("whole", tmp_path / "pack")
    text = (root / "packages.yaml").read_text()
    at = text.index("base: ") + len("base: ")
    end = min(text.index(sign, at) for sign in ",}\n" if sign in text[at:])
    (root / "packages.yaml").write_text(text[:at] + amount + text[end:])
    (problem,) = list_refusals(root)
    assert reason in problem.message


@pytest.mark.parametrize("code", ["XYZ", "USX", "usd", "XAU"])
def test_an_unknown_currency_is_refused(tmp_path: Path, code: str) -> None:
    root = copy_pack("whole", tmp_path / "pack")
    text = (root / "channel.yaml").read_text()
    lines = [line for line in text.split("\n") if not line.startswith("currency:")]
    (root / "channel.yaml").write_text("\n".join([f"currency: {code}", *lines]))
    (problem,) = list_refusals(root)
    assert (problem.line, problem.message) == (1, f"`{code}` is not a currency")
