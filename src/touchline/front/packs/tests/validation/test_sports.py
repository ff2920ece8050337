"""Sports of a pack: the warning about a sport without rules."""

from __future__ import annotations

from pathlib import Path

from touchline.front.packs.tests.pack_fixtures import read_at_pack_time, write_smallest_pack

CATEGORIES = "- {key: boys-curling, name: Boys curling, sport: curling}\n- {key: talks, name: Talks}\n"
CURLING = """- key: curling
  name: Curling
  periods: [{name: 1st end}, {name: 2nd end}]
  scores: [{key: stone, name: Stone, points: 1}]
"""


def list_sport_warnings(root: Path) -> list[str]:
    """Return the warnings about categories of a pack."""
    return [str(problem) for problem in read_at_pack_time(root).warnings if "categories" in problem.file]


def test_a_category_of_a_sport_without_rules_is_a_warning_with_its_line(tmp_path: Path) -> None:
    [warning] = list_sport_warnings(write_smallest_pack(tmp_path, categories_yaml=CATEGORIES))
    assert warning.startswith("categories.yaml:1: [boys-curling].sport: `curling` is not a known sport")
    assert "define it in sports.yaml, or write one of: baseball, basketball" in warning


def test_a_sport_of_the_pack_is_known(tmp_path: Path) -> None:
    root = write_smallest_pack(tmp_path, categories_yaml=CATEGORIES, sports_yaml=CURLING)
    assert list_sport_warnings(root) == []
    [curling] = read_at_pack_time(root).content["sports"]
    assert curling["scores"] == [
        {"key": "stone", "name": {"en": "Stone"}, "points": 1, "is_moment": False},
    ]
