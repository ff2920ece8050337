"""Finds French texts where a sign stands without the no-break space it needs (U+00A0 or U+202F)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

SPACES = "\u00a0\u202f"
_SIGN = rf"[^\s{SPACES}«(]"
MISSING = re.compile(
    rf"(?<=\S) +[:;!?»](?=[\s*_\"'<.,)…»]|$)"  # an ordinary space
    rf"|«(?![{SPACES}])"
    rf"|(?<={_SIGN})(?<![:;!?»{SPACES}])[:;!?»](?=[\s*_\"'<…»{SPACES}]|$)"  # no space
    rf"|(?<={_SIGN})\*+[:;!?]"  # none before closing emphasis
)
NO_TEXT = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|&#?\w+;|`[^`]*`|</?\d+/?>|https?://\S+")
ESCAPES = re.compile(r"\\u00a0|\\xa0|\\u202f|&nbsp;|&#160;|\\_", re.IGNORECASE)
LETTERS = re.compile(r"[àâçéèêëîïôùûœÀÂÇÉÈÊËÎÏÔÙÛŒ«»]")
QUOTED = re.compile(r"'((?:\\.|[^'\\\n])*)'|\"((?:\\.|[^\"\\\n])*)\"|`((?:\\.|[^`\\])*)`|>([^<>{}\n]+)<")
IN_TESTS = re.compile(r"/(?:tests?|testing)/|\.test\.|\.spec\.|/locales/|/migrations/|\.pact\.")


class Text(NamedTuple):
    """One line of French text and where it is."""

    path: Path
    line: int
    text: str


def missing(text: str) -> bool:
    """Whether a French text has `: ; ! ? »` or `«` without a no-break space."""
    spaced = ESCAPES.sub("\u00a0", text)
    return MISSING.search(NO_TEXT.sub("x", spaced)) is not None


def french_texts(root: Path) -> Iterator[Text]:
    """Every French text that a viewer or an operator reads: translations, packs, emails, code and pages."""
    yield from _translations(root / "web/src/locales/fr.po")
    for folder in ("src", "adapters", "contracts/provider/pack", "web/src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in READERS and not IN_TESTS.search(str(path)):
                yield from READERS[path.suffix](path)


def _translations(path: Path) -> Iterator[Text]:
    translated, heading = False, True
    for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if text.startswith("msg"):
            translated = text.startswith("msgstr") and not heading
        heading = heading and bool(text)
        if translated and '"' in text:
            yield Text(path, line, text[text.index('"') + 1 : -1])


def _is_french(path: Path) -> bool:
    """Whether a file of a pack or of emails is French where it does not say otherwise."""
    named = path.name.split(".")[1:-1]
    if named or path.stem in ("fr", "en"):
        return "fr" in named or path.stem == "fr"
    for folder in path.parents[:2]:
        channel = folder / "channel.yaml"
        if channel.exists():
            return re.search(r"^language: *fr\b", channel.read_text("utf-8"), re.MULTILINE) is not None
    return False


def _pages(path: Path) -> Iterator[Text]:
    source = path.read_text("utf-8")
    _, head, body = source.split("---\n", 2) if source.startswith("---\n") else ("", "", source)
    yield from _values(path, head, 2)
    if _is_french(path):
        yield from _lines(path, body, source[: len(source) - len(body)].count("\n") + 1)


def _packs(path: Path) -> Iterator[Text]:
    yield from _values(path, path.read_text("utf-8"), 1)


def _values(path: Path, source: str, first: int) -> Iterator[Text]:
    """The French values of a YAML document whose first line is line `first` of the file."""
    for node in _scalars(YAML().compose(source), _is_french(path)):
        raw = source[node.start_mark.index : node.end_mark.index]
        yield from _lines(path, raw.strip("\"'"), node.start_mark.line + first)


def _scalars(node: Node | None, french: bool) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode) and french:
        yield node
    elif isinstance(node, SequenceNode):
        for each in node.value:
            yield from _scalars(each, french)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            yield from _scalars(value, key.value == "fr" or (french and key.value != "en"))


def _python(path: Path) -> Iterator[Text]:
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    under = {id(text) for text in _under_french_names(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in documentation:
            continue
        if id(node) in under or LETTERS.search(node.value):
            yield from _lines(path, node.value, node.lineno)


def _under_french_names(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything under a key `"fr"` or assigned to a name such as `FRENCH`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "fr":
                    yield from ast.walk(value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(name, ast.Name) and "FRENCH" in name.id for name in targets):
                yield from ast.walk(node.value)


def _quoted(path: Path) -> Iterator[Text]:
    """French strings and text nodes of scripts and HTML."""
    source = path.read_text("utf-8")
    for found in QUOTED.finditer(source):
        text = next(group for group in found.groups() if group is not None) if any(found.groups()) else ""
        if LETTERS.search(text):
            yield from _lines(path, text, source.count("\n", 0, found.start()) + 1)


def _lines(path: Path, text: str, first: int) -> Iterator[Text]:
    for line, each in enumerate(text.splitlines(), first):
        yield Text(path, line, each.strip())


READERS = {
    ".md": _pages,
    ".yaml": _packs,
    ".py": _python,
    ".html": _quoted,
    ".ts": _quoted,
    ".tsx": _quoted,
    ".js": _quoted,
}
