"""List the names that the code defines, in Python, TypeScript and CSS."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

NameKind = Literal["module", "class", "function", "variable"]

ROOT = Path(__file__).parents[2]
PYTHON_FOLDERS = ("src", "adapters", "contracts")
WEB_FOLDERS = ("web/src", "web/e2e")
_GENERATED = ("/migrations/versions/", "/web/src/locales/")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NON_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`|(?<=[=(,:])\s*/(?:\\.|[^/\\\n])+/"
    r"|(?<![=\-])>[^<>{}()=;]+(?=[<{])",
    re.DOTALL,
)
_TYPESCRIPT_CLASS = re.compile(r"\b(?:class|interface|type|enum)\s+([A-Za-z_$][\w$]*)")
_TYPESCRIPT_FUNCTION = re.compile(
    r"\bfunction\s+([A-Za-z_$][\w$]*)|^\s+(?:async\s+)?([a-z]\w*)\([^()]*\)[^;\n]*\{$", re.M
)
_TYPESCRIPT_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_CSS_CLASS = re.compile(r"\.([a-z][\w-]*)(?=[^{}]*\{)")
_STATEMENTS = frozenset({"if", "for", "while", "switch", "catch", "with"})


class DefinedName(NamedTuple):
    """A name, its kind, and where it is defined."""

    name: str
    kind: NameKind
    path: Path
    line: int


def split_words(name: str) -> tuple[str, ...]:
    """Return the lower-case words of a name in snake, kebab or camel case."""
    return tuple(word.lower() for word in _WORD.findall(name))


def find_files(root: Path, folders: tuple[str, ...], *suffixes: str) -> Iterator[Path]:
    """Yield the files that people write, by the ends of their names."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and not any(part in str(path) for part in _GENERATED):
                yield path


def list_python_names(path: Path) -> Iterator[DefinedName]:
    """Yield the names that a Python file defines, with its own."""
    yield DefinedName(path.parent.name if path.stem == "__init__" else path.stem, "module", path, 1)
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        for name, kind in _list_node_names(node):
            if not name.startswith("__"):
                yield DefinedName(name, kind, path, getattr(node, "lineno", 1))


def list_contract_names(source: str) -> Iterator[str]:
    """Yield the names of the columns and API fields that a Python file defines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name.endswith(("Row", "Schema")):
            for statement in node.body:
                for target in _find_targets(statement):
                    if isinstance(target, ast.Name):
                        yield target.id


def _find_targets(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.AnnAssign):
        return [statement.target]
    return list(statement.targets) if isinstance(statement, ast.Assign) else []


def _list_node_names(node: ast.AST) -> Iterator[tuple[str, NameKind]]:
    match node:
        case ast.ClassDef():
            yield node.name, "class"
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name, "function"
        case ast.arg():
            yield node.arg, "variable"
        case ast.Name(ctx=ast.Store()):
            yield node.id, "variable"
        case ast.Attribute(ctx=ast.Store(), value=ast.Name(id="self")):
            yield node.attr, "variable"
        case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
            yield name, "variable"
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name, "variable"


def list_web_names(path: Path) -> Iterator[DefinedName]:
    """Yield the names in a TypeScript or CSS file, with its own.

    A TypeScript file that uses a name without defining it counts, too: only files of the project define it.
    """
    yield DefinedName(path.name.partition(".")[0], "module", path, 1)
    text = path.read_text("utf-8")
    if path.suffix == ".css":
        code = re.sub(r"/\*.*?\*/", _keep_lines, text, flags=re.DOTALL)
        patterns: tuple[tuple[re.Pattern[str], NameKind], ...] = ((_CSS_CLASS, "variable"),)
    else:
        code = _NON_CODE.sub(_keep_lines, text)
        patterns = (
            (_TYPESCRIPT_CLASS, "class"),
            (_TYPESCRIPT_FUNCTION, "function"),
            (_TYPESCRIPT_NAME, "variable"),
        )
    seen = set()
    for pattern, kind in patterns:
        for match in pattern.finditer(code):
            name = next((group for group in match.groups() if group), match.group())
            if name not in seen and name not in _STATEMENTS:
                seen.add(name)
                yield DefinedName(name, kind, path, code.count("\n", 0, match.start()) + 1)


def _keep_lines(match: re.Match[str]) -> str:
    return " " + "\n" * match.group().count("\n")
