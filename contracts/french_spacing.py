"""Check for French texts in which a sign lacks its no-break space (U+00A0 or U+202F)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

NO_BREAK_SPACES = "\u00a0\u202f"
_BEFORE_SIGN = rf"[^\s{NO_BREAK_SPACES}«(]"
MISSING_SPACE = re.compile(
    rf"(?<=\S) +[:;!?»](?=[\s*_\"'<.,)…»]|$)"  # an ordinary space
    rf"|«(?![{NO_BREAK_SPACES}])"
    # no space
    rf"|(?<={_BEFORE_SIGN})(?<![:;!?»{NO_BREAK_SPACES}])[:;!?»](?=[\s*_\"'<…»{NO_BREAK_SPACES}]|$)"
    rf"|(?<={_BEFORE_SIGN})\*+[:;!?]"  # no space before closing emphasis
)
NON_TEXT = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|&#?\w+;|`[^`]*`|</?\d+/?>|https?://\S+")
ESCAPES = re.compile(r"\\u00a0|\\xa0|\\u202f|&nbsp;|&#160;|\\_", re.IGNORECASE)
FRENCH_LETTERS = re.compile(r"[àâçéèêëîïôùûœÀÂÇÉÈÊËÎÏÔÙÛŒ«»]")
QUOTED = re.compile(r"'((?:\\.|[^'\\\n])*)'|\"((?:\\.|[^\"\\\n])*)\"|`((?:\\.|[^`\\])*)`|>([^<>{}\n]+)<")
EXCLUDED_PATHS = re.compile(r"/(?:tests?|testing)/|\.test\.|\.spec\.|/locales/|/migrations/|\.pact\.")


class FrenchText(NamedTuple):
    """One line of French text, and its location."""

    path: Path
    line: int
    text: str


def lacks_no_break_space(text: str) -> bool:
    """Return whether a French text has `: ; ! ? »` or `«` without a no-break space."""
    spaced = ESCAPES.sub("\u00a0", text)
    return MISSING_SPACE.search(NON_TEXT.sub("x", spaced)) is not None


def find_french_texts(root: Path) -> Iterator[FrenchText]:
    """Yield every French text for viewers and operators: translations, packs, emails, code and pages."""
    yield from _read_translations(root / "web/src/locales/fr.po")
    for folder in ("src", "adapters", "contracts/provider/pack", "web/src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in READERS and not EXCLUDED_PATHS.search(str(path)):
                yield from READERS[path.suffix](path)


def _read_translations(path: Path) -> Iterator[FrenchText]:
    translated, heading = False, True
    for line, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if text.startswith("msg"):
            translated = text.startswith("msgstr") and not heading
        heading = heading and bool(text)
        if translated and '"' in text:
            yield FrenchText(path, line, text[text.index('"') + 1 : -1])


def _is_french(path: Path) -> bool:
    """Return whether a file of a pack or of emails is French unless it says otherwise."""
    language_suffixes = path.name.split(".")[1:-1]
    if language_suffixes or path.stem in ("fr", "en"):
        return "fr" in language_suffixes or path.stem == "fr"
    for folder in path.parents[:2]:
        channel = folder / "channel.yaml"
        if channel.exists():
            return re.search(r"^language: *fr\b", channel.read_text("utf-8"), re.MULTILINE) is not None
    return False


def _read_page(path: Path) -> Iterator[FrenchText]:
    source = path.read_text("utf-8")
    _, front_matter, body = source.split("---\n", 2) if source.startswith("---\n") else ("", "", source)
    yield from _read_yaml_values(path, front_matter, 2)
    if _is_french(path):
        yield from _split_lines(path, body, source[: len(source) - len(body)].count("\n") + 1)


def _read_pack(path: Path) -> Iterator[FrenchText]:
    yield from _read_yaml_values(path, path.read_text("utf-8"), 1)


def _read_yaml_values(path: Path, source: str, first_line: int) -> Iterator[FrenchText]:
    """Yield the French values of a YAML document that starts at line `first_line` of the file."""
    for node in _iter_scalars(YAML().compose(source), _is_french(path)):
        raw = source[node.start_mark.index : node.end_mark.index]
        yield from _split_lines(path, raw.strip("\"'"), node.start_mark.line + first_line)


def _iter_scalars(node: Node | None, french: bool) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode) and french:
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.value:
            yield from _iter_scalars(item, french)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            yield from _iter_scalars(value, key.value == "fr" or (french and key.value != "en"))


def _read_python(path: Path) -> Iterator[FrenchText]:
    source = path.read_text("utf-8")
    if '"fr"' not in source and "FRENCH" not in source and not FRENCH_LETTERS.search(source):
        return
    tree = ast.parse(source)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    french_nodes = {id(text) for text in _iter_french_nodes(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in documentation:
            continue
        if id(node) in french_nodes or FRENCH_LETTERS.search(node.value):
            yield from _split_lines(path, node.value, node.lineno)


def _iter_french_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node under a key `"fr"` or assigned to a name such as `FRENCH`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "fr":
                    yield from ast.walk(value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(name, ast.Name) and "FRENCH" in name.id for name in targets):
                yield from ast.walk(node.value)


def _read_quoted(path: Path) -> Iterator[FrenchText]:
    """Yield the French strings and text nodes of scripts and HTML."""
    source = path.read_text("utf-8")
    for match in QUOTED.finditer(source):
        text = next(group for group in match.groups() if group is not None) if any(match.groups()) else ""
        if FRENCH_LETTERS.search(text):
            yield from _split_lines(path, text, source.count("\n", 0, match.start()) + 1)


def _split_lines(path: Path, text: str, first_line: int) -> Iterator[FrenchText]:
    for line, item in enumerate(text.splitlines(), first_line):
        yield FrenchText(path, line, item.strip())


READERS = {
    ".md": _read_page,
    ".yaml": _read_pack,
    ".py": _read_python,
    ".html": _read_quoted,
    ".ts": _read_quoted,
    ".tsx": _read_quoted,
    ".js": _read_quoted,
}
