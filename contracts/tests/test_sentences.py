"""What the server says to a viewer, the page says in the viewer's language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHANNEL = ROOT / "src/touchline/channel"
TRANSLATED = ROOT / "web/src/shared/http/sentences.ts"
SENTENCE = re.compile(r"[A-Z].* .*")


def said() -> Iterator[str]:
    """The sentences that domain and use cases keep under a name in capitals."""
    for path in (*CHANNEL.glob("domain/*.py"), *CHANNEL.glob("application/*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                value = node.value.value
                if isinstance(value, str) and SENTENCE.fullmatch(value):
                    yield value


def test_every_sentence_of_the_server_about_accounts_has_a_translation() -> None:
    page = TRANSLATED.read_text("utf-8")
    sentences = set(said())
    assert "Incorrect password" in sentences
    known = {one for one in sentences if one in page or re.sub(r"\d+$", "(", one).rstrip("(") in page}
    assert sentences - known == set()
