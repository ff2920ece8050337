from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from touchline.demo.footage.batch import films, lanes, render_all
from touchline.demo.footage.specs import FootageInvalid, GameSpec, StillsSpec, plan
from touchline.demo.footage.tests.samples import game

PACKS = Path(__file__).parents[2] / "packs"
GROUPS = """
- {key: a, name: {en: Away, fr: Visiteurs}, short_name: AWY, colors: ['#112233', '#ffffff']}
- {key: b, name: Home, short_name: HOM, colors: ['#445566']}
"""
STILLS = "- {key: film, kind: stills, title: {fr: Terre, en: Clay}, pictures: [clay.png], seconds: 0.4}"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "groups.yaml").write_text(GROUPS)
    Image.new("RGB", (64, 36), (200, 100, 50)).save(tmp_path / "clay.png")
    return tmp_path


@pytest.mark.parametrize(("slug", "kind", "count"), [("prairie", GameSpec, 8), ("atelier", StillsSpec, 4)])
def test_the_demo_packs_ask_for_films_that_can_be_drawn(slug: str, kind: type, count: int) -> None:
    specs = plan(PACKS / slug)
    assert len(specs) >= count
    assert all(isinstance(spec, kind) and spec.seconds % 4 == 0 for spec in specs)


def test_a_game_takes_names_and_colours_from_the_groups(pack: Path) -> None:
    text = "- {key: g, kind: game, sport: hockey, away: a, home: b, seconds: 48, seed: 3, final: [2, 3]}"
    (pack / "footage.yaml").write_text(text)
    (spec,) = plan(pack)
    assert isinstance(spec, GameSpec)
    assert (spec.away.name, spec.away.color, spec.home.short_name, spec.final) == (
        "Away",
        "#112233",
        "HOM",
        (2, 3),
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            "{key: g, kind: game, sport: curling, away: a, home: b, seconds: 4, seed: 1}",
            "sport must be",
        ),
        ("{key: g, kind: game, sport: hockey, away: z, home: b, seconds: 4, seed: 1}", "'z' is not a group"),
        ("{key: g, kind: dance}", "kind must be game or stills"),
        ("{key: g, kind: stills, title: T, pictures: [gone.png], seconds: 4}", "no picture gone.png"),
    ],
)
def test_what_can_not_be_drawn_is_named(pack: Path, row: str, said: str) -> None:
    (pack / "footage.yaml").write_text(f"- {row}")
    with pytest.raises(FootageInvalid, match=said):
        plan(pack)


def test_a_pack_without_footage_asks_for_nothing(pack: Path) -> None:
    assert plan(pack) == []


def test_films_are_made_once_and_told_as_soon_as_they_are_there(pack: Path) -> None:
    (pack / "footage.yaml").write_text(STILLS)
    wanted = films(plan(pack), pack / "out")
    told: list[str] = []
    render_all(wanted, lambda film, share: None, lambda film: told.append(film.spec.key))
    made = wanted[0].path.stat().st_mtime_ns
    render_all(wanted, lambda film, share: None, lambda film: told.append(film.spec.key))
    assert told == ["film", "film"]
    assert wanted[0].path.stat().st_mtime_ns == made


def test_a_film_is_drawn_anew_when_its_spec_or_its_picture_changes(pack: Path) -> None:
    (pack / "footage.yaml").write_text(STILLS)
    before = films(plan(pack), pack)[0].path
    Image.new("RGB", (64, 36), (0, 0, 0)).save(pack / "clay.png")
    assert films(plan(pack), pack)[0].path != before
    paths = {films([game("hockey", 4, seed)], pack)[0].path for seed in (1, 2)}
    assert len(paths) == 2


def test_each_process_keeps_a_sport_to_itself_and_both_have_as_much_to_do(tmp_path: Path) -> None:
    sports = ["hockey", "soccer", "hockey", "volleyball", "soccer", "hockey", "basketball", "soccer"]
    wanted = films([game(sport, 4, seed) for seed, sport in enumerate(sports)], tmp_path)
    one, other = lanes(wanted)
    assert sorted(film.path for film in [*one, *other]) == sorted(film.path for film in wanted)
    assert {film.path.name[:6] for film in one}.isdisjoint(film.path.name[:6] for film in other)
    assert len(one) == len(other)
    assert lanes(wanted[:1]) == [wanted[:1]]
