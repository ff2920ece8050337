"""Everything that the documentation names exists: commands with their options, make targets, settings,
files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from contracts.walkthroughs.pages import DOCS, ROOT, parse_commands
from touchline.entrypoints.cli import main as touchline
from touchline.entrypoints.commands.renamed import RENAMED_COMMANDS
from touchline.platform.config.registry import SETTING_SPECS
from touchline.platform.config.renamed import RENAMED_SETTINGS

PAGES = [
    ROOT / "README.md",
    ROOT / "adapters/README.md",
    ROOT / "contracts/cases/README.md",
    *(page for page in DOCS.rglob("*.md") if page.name != "renamed.md"),
]
TEST_SETTING = re.compile(r"TOUCHLINE_(?:TEST|FAKE_STRIPE|FAKE_IDENTITY)_")
INLINE_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FILE = re.compile(r"(?:src|adapters|contracts|docs|web)(?:/[\w.*@{}-]+)+")
FILE_EXTENSIONS = (".py", ".ts", ".tsx", ".css", ".md", ".yaml", ".json", ".svg", ".po")
EXAMPLE_NAMES = ("acme",)
"""Files that a walkthrough writes, by a part of their names."""


def find_inline_code(text: str) -> Iterator[str]:
    """Yield the text between single backticks, outside blocks."""
    text_outside_blocks = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    return (
        " ".join(matches.split()) for matches in INLINE_CODE.findall(text_outside_blocks.replace("\n", " "))
    )


def find_documented_lines() -> Iterator[tuple[Path, str]]:
    """Yield every line to type on a page, and every command or name in its sentences."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for line in (*parse_commands(text), *find_inline_code(text)):
            for command in re.split(r"\s(?:&&|\|\|?|>|;)\s", line):
                yield page.relative_to(ROOT), command


def find_command_error(line: str) -> str | None:
    """Return the error of a Touchline command, or None."""
    command: click.Command = touchline
    arguments = [
        argument
        for argument in shlex.split(re.sub(r"\$\{[^}]*\}", "", line))[1:]
        if argument not in ("…", "...")
    ]
    while True:
        context = click.Context(command, info_name=command.name)
        parser = command.make_parser(context)
        parser.allow_interspersed_args = not isinstance(command, click.Group)
        try:
            _, rest, _ = parser.parse_args(list(arguments))
        except click.UsageError as error:
            return error.format_message()
        if not isinstance(command, click.Group):
            return f"takes no {rest}" if rest else None
        if not rest:
            return None
        if rest[0] not in command.commands:
            return f"there is no {rest[0]!r}"
        command, arguments = command.commands[rest[0]], rest[1:]


def test_every_documented_command_exists_with_its_options() -> None:
    typed_lines = {line: page for page, line in find_documented_lines() if re.match(r"touchline [a-z]", line)}
    assert len(typed_lines) > 60
    assert [
        f"{page}: {line}: {errors}"
        for line, page in typed_lines.items()
        if (errors := find_command_error(line))
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        "touchline fly",
        "touchline channels apply valley --chek",
        "touchline streams stop a b",
        "touchline --nothing",
    ],
    ids=["command", "option", "argument", "group"],
)
def test_an_unknown_command_is_reported(line: str) -> None:
    assert find_command_error(line)


def test_every_page_with_commands_first_explains_the_setup() -> None:
    command_pattern = re.compile(r"^(?:\$ )?touchline ", re.MULTILINE)
    pages = {page: command_pattern.search(page.read_text("utf-8")) for page in DOCS.rglob("*.md")}
    pages_with_commands = {page: first_command for page, first_command in pages.items() if first_command}
    assert len(pages_with_commands) > 10
    pages_without_setup = [
        str(page.relative_to(ROOT))
        for page, first_command in pages_with_commands.items()
        if 'export PATH="$PWD/.venv' not in first_command.string[: first_command.start()]
    ]
    assert pages_without_setup == []


def test_every_documented_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    typed_lines = [(page, line) for page, line in find_documented_lines() if re.match(r"make [a-z]", line)]
    requested_targets = {
        (page, argument)
        for page, line in typed_lines
        for argument in line.split()[1:]
        if re.fullmatch("[a-z0-9-]+", argument)
    }
    assert len(requested_targets) > 10
    assert [
        f"{page}: make {argument}" for page, argument in sorted(requested_targets) if argument not in targets
    ] == []


CHOICES_ROW = re.compile(r"\| `TOUCHLINE_(\w+)` \| (.*?) \|")


@pytest.mark.parametrize(
    "page", ["adapters/README.md", "docs/how-to/swap-an-adapter.md"], ids=["adapters", "how-to"]
)
def test_adapter_tables_list_the_choices_of_the_settings(page: str) -> None:
    rows = CHOICES_ROW.findall((ROOT / page).read_text("utf-8"))
    assert len(rows) > 10
    documented_choices = {name: set(re.findall("`([a-z0-9]+)`", choices)) for name, choices in rows}
    settings_names = {
        name: set(re.findall(r"[a-z0-9_]+", (SETTING_SPECS[name.lower()].parse.__doc__ or "")[7:]))
        for name in documented_choices
    }
    assert documented_choices == settings_names


def is_settings_prefix(name: str, settings_names: set[str]) -> bool:
    """Return whether the name stands for several settings (`TOUCHLINE_THROTTLE_*`)."""
    return name.endswith("_") and any(item.startswith(name) for item in settings_names)


def test_every_documented_setting_exists() -> None:
    settings_names = {f"TOUCHLINE_{name.upper()}" for name in SETTING_SPECS}
    documented_settings = {
        (str(page.relative_to(ROOT)), name)
        for page in PAGES
        for name in re.findall(r"TOUCHLINE_[A-Z0-9_]+", page.read_text("utf-8"))
        if not TEST_SETTING.match(name) and not any(item.upper() in name for item in EXAMPLE_NAMES)
    }
    assert len({name for _, name in documented_settings}) > 40
    missing_files = (
        item
        for item in documented_settings
        if item[1] not in settings_names and not is_settings_prefix(item[1], settings_names)
    )
    assert sorted(f"{page}: {name}" for page, name in missing_files) == []


OLD_PATHS = {" ".join(re.findall(r"^[a-z -]+[a-z]", form)) for form in RENAMED_COMMANDS}
OLD_COMMAND = re.compile(rf"(?<![\"'])touchline (?:{'|'.join(sorted(OLD_PATHS, reverse=True))})(?![\w-])")
"""An old command in a sentence. Text that begins a literal derives a key (`b"touchline media links"`)."""
OLD_SETTING = re.compile(rf"\b(?:{'|'.join(RENAMED_SETTINGS)})\b")
TEXT_FOLDERS = ("src", "adapters", "contracts", "docs", "web/src", "web/e2e", ".ci", ".config")
TEXT_EXTENSIONS = {".py", ".md", ".yaml", ".ts", ".tsx", ".po", ".env", ".service", ".toml", ""}


def find_texts() -> Iterator[Path]:
    """Yield the files of the repository that name commands or settings, without those about old names."""
    yield from (ROOT / "README.md", ROOT / "Makefile")
    for folder in TEXT_FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            is_text = path.is_file() and path.suffix in TEXT_EXTENSIONS and "__pycache__" not in path.parts
            if is_text and "renamed" not in path.stem and path != Path(__file__):
                yield path


@pytest.mark.parametrize("old_name", [OLD_COMMAND, OLD_SETTING], ids=["command", "setting"])
def test_no_text_has_an_old_name(old_name: re.Pattern[str]) -> None:
    old_names = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in find_texts()
        for match in old_name.finditer(path.read_text("utf-8", errors="replace"))
    ]
    assert old_names == []


def test_old_names_are_found() -> None:
    assert OLD_COMMAND.search("run `touchline live key EVENT`")
    assert OLD_COMMAND.search("`touchline config` lists")
    assert not OLD_COMMAND.search("touchline clips list, touchline reports, touchline channels")
    assert OLD_SETTING.search("TOUCHLINE_LIVE_PORTS=1")


def file_exists(argument: str) -> bool:
    """Return whether a file exists, in the checkout or in every context alike."""
    return any(ROOT.glob(argument)) or any(ROOT.glob(f"src/touchline/*/{argument}"))


def test_every_documented_file_exists() -> None:
    documented_files = {
        (page, argument)
        for page, line in find_documented_lines()
        for argument in FILE.findall(line)
        if argument.endswith(FILE_EXTENSIONS)
    }
    files = [
        (page, argument)
        for page, argument in sorted(documented_files)
        if not any(item in argument for item in (*EXAMPLE_NAMES, "NNNN"))
    ]
    assert len(files) > 20
    assert [f"{page}: {argument}" for page, argument in files if not file_exists(argument)] == []


def test_every_documented_test_exists() -> None:
    test_count = 0
    for page, line in find_documented_lines():
        match = re.search(r'((?:web|src|adapters)\S*\.(?:py|ts)|\w+\.spec\.ts) -[kg] "?([^"]+)"?$', line)
        if match:
            test_count += 1
            [file] = ROOT.glob(match[1]) if "/" in match[1] else ROOT.glob(f"web/e2e/{match[1]}")
            assert match[2] in file.read_text("utf-8"), f"{page}: {line}"
    assert test_count
