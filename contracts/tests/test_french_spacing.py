"""French puts a no-break space before `: ; ! ? »` and after `«`."""

from functools import cache
from pathlib import Path

import pytest

from contracts.french_spacing import FrenchText, find_french_texts, lacks_no_break_space

ROOT = Path(__file__).parents[2]


@cache
def list_french_texts() -> list[FrenchText]:
    return list(find_french_texts(ROOT))


def test_no_french_text_lacks_a_no_break_space() -> None:
    locations = [
        f"{item.path.relative_to(ROOT)}:{item.line}: {item.text}"
        for item in list_french_texts()
        if lacks_no_break_space(item.text)
    ]
    assert locations == []


def test_french_texts_are_found_in_every_kind_of_file() -> None:
    suffixes = {
        item.path.relative_to(ROOT).as_posix().split("/")[0] + item.path.suffix
        for item in list_french_texts()
    }
    assert {"web.po", "web.ts", "src.md", "src.yaml", "src.py", "adapters.py", "adapters.js"} <= suffixes


@pytest.mark.parametrize(
    "text",
    [
        "Quel match ?",
        "Quel match?",
        "Suivre : {name}",
        "Suivre: {name}",
        "« Nord\u00a0»",
        "«Nord\u00a0»",
        "«\u00a0Nord »",
        "Merci !",
        "Partis à {at}; {share} sont restés",
        "- **Vos achats :** quoi, quand",
        "- **Vos achats**: quoi, quand",
        "Nous avons <0>{name}</0> !",
        "{{ name }} : demande",
    ],
)
def test_a_missing_no_break_space_is_found(text: str) -> None:
    assert lacks_no_break_space(text)


@pytest.mark.parametrize(
    "text",
    [
        "Quel match\u00a0?",
        "Merci\u202f!",
        "Suivre\\u00a0: {name}",
        "«\u00a0Nord\u00a0», «\u202fSud\u202f»",
        "À 19:30, voir https://prairie.example/watch?id=3",
        "Vraiment\u00a0?!",
        "{{ count if count else 'aucun' }} matchs",
        "{count, plural, one {# match} other {# matchs}}",
    ],
)
def test_a_correct_text_is_accepted(text: str) -> None:
    assert not lacks_no_break_space(text)
