"""Count the names with unknown words: `python -m contracts.language.statistics [FOLDER] [--json]`.

These are names of classes, modules and functions, without those of tests. `field_terms.txt` lists the known
words. `FOLDER` is a checkout to compare with. The known words are always those of this checkout.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from contracts.language.identifiers import (
    PYTHON_FOLDERS,
    ROOT,
    DefinedName,
    find_files,
    list_python_names,
    list_web_names,
    split_words,
)

TERMS_FILE = Path(__file__).with_name("field_terms.txt")
MAX_PERCENT = 1.0
_KINDS = ("class", "module", "function")
_TEST_FILES = ("/tests/", "/test_", ".test.", ".spec.", "conftest")


def read_terms() -> frozenset[str]:
    """Return the known words."""
    lines = TERMS_FILE.read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def list_names(root: Path) -> Iterator[DefinedName]:
    """Yield the names of classes, modules and functions in a checkout, without those of tests."""
    for folders, suffixes, list_file_names in (
        (PYTHON_FOLDERS, (".py",), list_python_names),
        (("web/src",), (".ts", ".tsx"), list_web_names),
    ):
        for path in find_files(root, folders, *suffixes):
            if not any(part in path.as_posix() for part in _TEST_FILES):
                yield from (name for name in list_file_names(path) if name.kind in _KINDS)


def find_unknown_words(name: str, terms: frozenset[str]) -> list[str]:
    """Return the words of a name that are not known. A single letter is a variable of a formula."""
    return [word for word in split_words(name) if word not in terms and len(word) > 1]


def main(arguments: list[str]) -> int:
    """Print how many names have an unknown word. Return exit code 1 if it is 1 % or more."""
    folders = [argument for argument in arguments if not argument.startswith("--")]
    names = list(list_names(Path(folders[0]) if folders else ROOT))
    terms = read_terms()
    unknown = Counter(word for name in names for word in dict.fromkeys(find_unknown_words(name.name, terms)))
    outside = sum(bool(find_unknown_words(name.name, terms)) for name in names)
    percent = 100 * outside / len(names)
    if "--json" in arguments:
        document = {"names": len(names), "outside": outside, "percent": percent, "words": dict(unknown)}
        sys.stdout.write(json.dumps(document) + "\n")
    else:
        words = ", ".join(f"{word} ({count})" for word, count in unknown.most_common(20))
        sys.stdout.write(f"{outside} of {len(names)} names ({percent:.2f} %) have an unknown word: {words}\n")
    return int(percent >= MAX_PERCENT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
