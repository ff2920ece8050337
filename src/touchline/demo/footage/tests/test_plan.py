from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from touchline.demo.footage.batch import assign_to_processes, list_video_files, render_all
from touchline.demo.footage.specs import GameSpec, InvalidFootageError, Spec, StillsSpec, plan
from touchline.demo.footage.tests.samples import build_game_spec
from touchline.front.packs.parser.pack_reader import read_pack

PACKS = Path(__file__).parents[2] / "packs"
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
CHANNEL = "slug: craft\nname: Craft\ndomains: [craft.example.org]\nlanguages: [fr]\n"
GROUPS = """
- {key: a, name: {en: Away, fr: Visiteurs}, short_name: AWY, colors: ['#112233', '#ffffff']}
- {key: b, name: Home, short_name: HOM, colors: ['#445566']}
"""
STILLS = "- {key: film, kind: stills, title: {fr: Terre, en: Clay}, pictures: [clay.png], seconds: 1}"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "channel.yaml").write_text(CHANNEL)
    (tmp_path / "groups.yaml").write_text(GROUPS)
    Image.new("RGB", (64, 36), (200, 100, 50)).save(tmp_path / "clay.png")
    return tmp_path


def plan_pack(pack: Path) -> list[Spec]:
    return plan(read_pack(pack, NOON))


@pytest.mark.parametrize(("slug", "kind", "count"), [("prairie", GameSpec, 8), ("atelier", StillsSpec, 4)])
def test_the_demo_packs_request_videos_that_can_be_rendered(slug: str, kind: type, count: int) -> None:
    planned = plan_pack(PACKS / slug)
    specs = [spec for spec in planned if not (isinstance(spec, StillsSpec) and spec.open_file)]
    assert len(specs) >= count
    assert all(isinstance(spec, kind) and spec.seconds % 4 == 0 for spec in specs)


def test_a_game_takes_names_and_colors_from_the_groups(pack: Path) -> None:
    text = "- {key: g, kind: game, sport: hockey, away: a, home: b, seconds: 48, seed: 3, final: [2, 3]}"
    (pack / "footage.yaml").write_text(text)
    (spec,) = plan_pack(pack)
    assert isinstance(spec, GameSpec)
    assert (spec.away.name, spec.away.color, spec.home.short_name, spec.final) == (
        "Away",
        "#112233",
        "HOM",
        (2, 3),
    )


def test_stills_take_their_pictures_from_the_pack_and_their_title_in_the_channels_language(
    pack: Path,
) -> None:
    (pack / "footage.yaml").write_text(STILLS)
    assert plan_pack(pack) == [StillsSpec("film", "Clay", (pack / "clay.png",), 1)]


def test_an_unsupported_sport_is_named_in_the_error(pack: Path) -> None:
    (pack / "footage.yaml").write_text(
        "- {key: g, kind: game, sport: curling, away: a, home: b, seconds: 4, seed: 1}"
    )
    with pytest.raises(
        InvalidFootageError, match=r"footage\.yaml, g: sport must be one of .*, not 'curling'"
    ):
        plan_pack(pack)


def test_a_pack_without_footage_requests_nothing(pack: Path) -> None:
    assert plan_pack(pack) == []


def test_videos_are_rendered_once_and_reported_when_finished(pack: Path) -> None:
    video_files = list_video_files([StillsSpec("film", "Clay", (pack / "clay.png",), 0.4)], pack / "out")
    finished_keys: list[str] = []
    render_all(
        video_files,
        lambda video_file, share: None,
        lambda video_file: finished_keys.append(video_file.spec.key),
    )
    rendered = video_files[0].path.stat().st_mtime_ns
    render_all(
        video_files,
        lambda video_file, share: None,
        lambda video_file: finished_keys.append(video_file.spec.key),
    )
    assert finished_keys == ["film", "film"]
    assert video_files[0].path.stat().st_mtime_ns == rendered


def test_a_video_is_rendered_again_when_its_spec_or_picture_changes(pack: Path) -> None:
    (pack / "footage.yaml").write_text(STILLS)
    before = list_video_files(plan_pack(pack), pack)[0].path
    Image.new("RGB", (64, 36), (0, 0, 0)).save(pack / "clay.png")
    assert list_video_files(plan_pack(pack), pack)[0].path != before
    paths = {list_video_files([build_game_spec("hockey", 4, seed)], pack)[0].path for seed in (1, 2)}
    assert len(paths) == 2


def test_one_process_renders_each_sport_and_both_have_equal_work(tmp_path: Path) -> None:
    sports = ["hockey", "soccer", "hockey", "volleyball", "soccer", "hockey", "basketball", "soccer"]
    video_files = list_video_files(
        [build_game_spec(sport, 4, seed) for seed, sport in enumerate(sports)], tmp_path
    )
    first, second = assign_to_processes(video_files)
    assert sorted(video_file.path for video_file in [*first, *second]) == sorted(
        video_file.path for video_file in video_files
    )
    assert {video_file.path.name[:6] for video_file in first}.isdisjoint(
        video_file.path.name[:6] for video_file in second
    )
    assert len(first) == len(second)
    assert assign_to_processes(video_files[:1]) == [video_files[:1]]


def test_videos_are_cut_to_the_maximum_length() -> None:
    pack = read_pack(PACKS / "prairie", NOON)
    lengths = [spec.seconds for spec in plan(pack)]
    assert min(lengths) < 20 < max(lengths)
    assert [spec.seconds for spec in plan(pack, 20)] == [min(seconds, 20) for seconds in lengths]


def test_sponsor_videos_have_the_file_names_that_pre_rolls_and_their_tag_expect() -> None:
    pack = read_pack(PACKS / "prairie", NOON)
    names = {spec.open_file for spec in plan(pack) if isinstance(spec, StillsSpec) and spec.open_file}
    tags = [pack.files[row["vast"]].read_text() for row in pack.content["prerolls"] if row["vast"]]
    urls = {row["url"] for row in pack.content["prerolls"] if row["url"]}
    urls |= {url for tag in tags for url in re.findall(r"/files/prairie/[a-z-]+\.mp4", tag)}
    assert urls == {f"/files/prairie/{name}" for name in names}
    assert len(tags) == 1
