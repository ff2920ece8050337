"""The examples of docs/how-to/connect-your-scoreboard.md are those of `contracts/scoreboards`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/how-to/connect-your-scoreboard.md"
EXAMPLES = ROOT / "contracts/scoreboards"


def test_each_example_on_the_page_is_its_file() -> None:
    blocks = re.findall(r'```json title="([^"]+)"\n(.*?)```', PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 4
    for name, text in blocks:
        assert text == (ROOT / name).read_text("utf-8"), name


def test_each_command_on_the_page_sends_a_file_to_the_address_of_its_format() -> None:
    commands = re.findall(r"scoreboard/(\w+)\" \\\n  --json @(\S+)", PAGE.read_text("utf-8"))
    assert [(system, Path(path).name) for system, path in commands] == [
        ("scoresight", "scoresight-full.json"),
        ("daktronics", "daktronics-football.json"),
    ]
    assert all((ROOT / path).is_file() for _, path in commands)


def test_the_readme_of_the_examples_names_each_file() -> None:
    named = re.findall(r"`([\w-]+\.json)`", (EXAMPLES / "README.md").read_text("utf-8"))
    assert sorted(named) == sorted(path.name for path in EXAMPLES.glob("*.json"))
