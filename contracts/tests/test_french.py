"""French puts a no-break space before `: ; ! ? »` and after `«`."""

from pathlib import Path

import pytest

from contracts.french import french_texts, missing

ROOT = Path(__file__).parents[2]


def test_no_french_text_misses_a_no_break_space() -> None:
    places = [
        f"{each.path.relative_to(ROOT)}:{each.line}: {each.text}"
        for each in french_texts(ROOT)
        if missing(each.text)
    ]
    assert places == []


def test_french_texts_are_found_in_every_kind_of_file() -> None:
    kinds = {
        each.path.relative_to(ROOT).as_posix().split("/")[0] + each.path.suffix for each in french_texts(ROOT)
    }
    assert {"web.po", "web.ts", "src.md", "src.yaml", "src.py", "adapters.py", "adapters.js"} <= kinds


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
def test_a_missing_no_break_space_is_seen(text: str) -> None:
    assert missing(text)


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
def test_a_text_that_is_right_is_left_alone(text: str) -> None:
    assert not missing(text)
