"""The studio has a translated text for each sentence of the ingest about encoders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "web/src/catalog/encoderFaults.ts"
SERVER_FOLDERS = (
    "adapters/ingest",
    "src/touchline/catalog/application/live",
    "src/touchline/catalog/ports/media",
)
SENTENCE = re.compile(
    r"((The|An|A second) encoder|A part of the phone|The disk is full|The stream failed)\b.*\.$"
)


def read_template(node: ast.AST) -> str:
    """Return a string of source code with `{}` for each value."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


def find_sentences(path: Path) -> Iterator[str]:
    """Yield the sentences about encoders in a module, without its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) not in docstrings | parts and SENTENCE.match(text := read_template(node)):
            yield text


def test_each_sentence_about_an_encoder_has_a_text_in_the_studio() -> None:
    paths = (path for folder in SERVER_FOLDERS for path in (ROOT / folder).rglob("*.py"))
    server = {sentence for path in paths if "tests" not in path.parts for sentence in find_sentences(path)}
    texts = re.findall(r"message:\s*(['\"])(.*?)\1,?\s*\}\)", TABLE.read_text("utf-8"), re.S)
    web = {re.sub(r"\{\w+\}", "{}", text) for _, text in texts}
    assert len(server) > 10
    assert server == web
