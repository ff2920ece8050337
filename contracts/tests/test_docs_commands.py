"""What the documentation names is there: commands with their options, targets of make, settings, files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from contracts.walks.pages import DOCS, ROOT, lines_typed
from touchline.entrypoints.cli import main as touchline
from touchline.platform.known_settings import KNOWN

PAGES = [
    ROOT / "README.md",
    ROOT / "adapters/README.md",
    ROOT / "contracts/cases/README.md",
    *DOCS.rglob("*.md"),
]
OF_TESTS = re.compile(r"TOUCHLINE_(?:TEST|FAKE_STRIPE|FAKE_IDENTITY)_")
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FILE = re.compile(r"(?:src|adapters|contracts|docs|web)(?:/[\w.*@{}-]+)+")
ENDINGS = (".py", ".ts", ".tsx", ".css", ".md", ".yaml", ".json", ".svg", ".po")
WRITTEN = ("acme",)
"""Files that a walk writes, by what is in their names."""


def inline(text: str) -> Iterator[str]:
    """What stands between single backticks, outside of blocks."""
    outside = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    return (" ".join(found.split()) for found in INLINE.findall(outside.replace("\n", " ")))


def said() -> Iterator[tuple[Path, str]]:
    """Every line that a page types, and every command or name in its sentences."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for line in (*lines_typed(text), *inline(text)):
            for command in re.split(r"\s(?:&&|\|\|?|>|;)\s", line):
                yield page.relative_to(ROOT), command


def wrong_in(line: str) -> str | None:
    """What is wrong with a command of Touchline's; None if nothing is."""
    command: click.Command = touchline
    words = [word for word in shlex.split(re.sub(r"\$\{[^}]*\}", "", line))[1:] if word not in ("…", "...")]
    while True:
        context = click.Context(command, info_name=command.name)
        parser = command.make_parser(context)
        parser.allow_interspersed_args = not isinstance(command, click.Group)
        try:
            _, rest, _ = parser.parse_args(list(words))
        except click.UsageError as error:
            return error.format_message()
        if not isinstance(command, click.Group):
            return f"takes no {rest}" if rest else None
        if not rest:
            return None
        if rest[0] not in command.commands:
            return f"there is no {rest[0]!r}"
        command, words = command.commands[rest[0]], rest[1:]


def test_every_command_of_touchline_in_the_docs_is_there_with_its_options() -> None:
    typed = {line: page for page, line in said() if re.match(r"touchline [a-z]", line)}
    assert len(typed) > 60
    assert [f"{page}: {line}: {wrong}" for line, page in typed.items() if (wrong := wrong_in(line))] == []


@pytest.mark.parametrize(
    "line",
    [
        "touchline fly",
        "touchline channel apply valley --chek",
        "touchline live stop a b",
        "touchline --nothing",
    ],
    ids=["command", "option", "argument", "group"],
)
def test_a_command_that_is_not_there_is_found(line: str) -> None:
    assert wrong_in(line)


def test_every_page_that_types_a_command_says_first_where_it_is_found() -> None:
    typed = re.compile(r"^(?:\$ )?touchline ", re.MULTILINE)
    pages = {page: typed.search(page.read_text("utf-8")) for page in DOCS.rglob("*.md")}
    typing = {page: found for page, found in pages.items() if found}
    assert len(typing) > 10
    without = [
        str(page.relative_to(ROOT))
        for page, found in typing.items()
        if 'export PATH="$PWD/.venv' not in found.string[: found.start()]
    ]
    assert without == []


def test_every_target_of_make_in_the_docs_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    typed = [(page, line) for page, line in said() if re.match(r"make [a-z]", line)]
    asked = {
        (page, word) for page, line in typed for word in line.split()[1:] if re.fullmatch("[a-z0-9-]+", word)
    }
    assert len(asked) > 10
    assert [f"{page}: make {word}" for page, word in sorted(asked) if word not in targets] == []


CHOICES = re.compile(r"\| `TOUCHLINE_(\w+)` \| (.*?) \|")


@pytest.mark.parametrize(
    "page", ["adapters/README.md", "docs/how-to/swap-an-adapter.md"], ids=["adapters", "how-to"]
)
def test_the_tables_of_adapters_have_the_choices_that_the_settings_have(page: str) -> None:
    rows = CHOICES.findall((ROOT / page).read_text("utf-8"))
    assert len(rows) > 10
    told = {name: set(re.findall("`([a-z0-9]+)`", choices)) for name, choices in rows}
    known = {
        name: set(re.findall(r"[a-z0-9_]+", (KNOWN[name.lower()].read.__doc__ or "")[7:])) for name in told
    }
    assert told == known


def begins(name: str, known: set[str]) -> bool:
    """Whether it stands for several (`TOUCHLINE_THROTTLE_*`)."""
    return name.endswith("_") and any(each.startswith(name) for each in known)


def test_every_setting_in_the_docs_is_one() -> None:
    known = {f"TOUCHLINE_{name.upper()}" for name in KNOWN}
    named = {
        (str(page.relative_to(ROOT)), name)
        for page in PAGES
        for name in re.findall(r"TOUCHLINE_[A-Z0-9_]+", page.read_text("utf-8"))
        if not OF_TESTS.match(name) and not any(each.upper() in name for each in WRITTEN)
    }
    assert len({name for _, name in named}) > 40
    lost = (each for each in named if each[1] not in known and not begins(each[1], known))
    assert sorted(f"{page}: {name}" for page, name in lost) == []


def there(word: str) -> bool:
    """Whether a file is there, in the checkout or in every context alike."""
    return any(ROOT.glob(word)) or any(ROOT.glob(f"src/touchline/*/{word}"))


def test_every_file_in_the_docs_is_there() -> None:
    named = {(page, word) for page, line in said() for word in FILE.findall(line) if word.endswith(ENDINGS)}
    real = [
        (page, word) for page, word in sorted(named) if not any(each in word for each in (*WRITTEN, "NNNN"))
    ]
    assert len(real) > 20
    assert [f"{page}: {word}" for page, word in real if not there(word)] == []


def test_what_the_docs_ask_tests_for_is_a_test() -> None:
    found = 0
    for page, line in said():
        asked = re.search(r'((?:web|src|adapters)\S*\.(?:py|ts)|\w+\.spec\.ts) -[kg] "?([^"]+)"?$', line)
        if asked:
            found += 1
            [file] = ROOT.glob(asked[1]) if "/" in asked[1] else ROOT.glob(f"web/e2e/{asked[1]}")
            assert asked[2] in file.read_text("utf-8"), f"{page}: {line}"
    assert found
