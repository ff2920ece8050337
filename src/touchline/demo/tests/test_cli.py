"""`touchline demos …` on the real application with its own pack. Jobs run at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import av
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, create_test_application
from touchline.demo.cli import demos
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.pack import Pack
from touchline.front.packs.parser.pack_reader import read_pack

RunCommand = Callable[..., Result]

CHANNEL = "slug: craft\nname: Craft\ndomains: [craft.example.org]\n"
LIBRARY = """
items:
- {key: clay, title: Clay, description: What it is., date: 2026-11-01, duration: 1s, demo_footage: film}
- {key: other, title: Other, description: Another., date: 2026-11-01, duration: 1s}
"""
FOOTAGE = """
- {key: film, kind: stills, title: Clay, pictures: [clay.png], seconds: 1, captions: {en: [It is clay.]}}
- {key: nobody, kind: stills, title: Unseen, pictures: [clay.png], seconds: 1}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return the pack of a channel with two videos, one of them used by a library item."""
    for name, text in (("channel", CHANNEL), ("library", LIBRARY), ("footage", FOOTAGE)):
        (tmp_path / f"{name}.yaml").write_text(text)
    Image.new("RGB", (64, 36), (200, 100, 50)).save(tmp_path / "clay.png")
    return tmp_path


@pytest.fixture
def run_command(application: Application) -> RunCommand:
    """Return a function that runs `touchline demos …`."""
    return lambda *arguments: CliRunner().invoke(demos, [str(argument) for argument in arguments])


def test_rendered_videos_can_be_watched_where_the_pack_uses_them(
    application: Application, run_command: RunCommand, pack: Path, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    application.container.front.apply_pack()(pack)
    result = run_command("build", pack, "--json")
    assert result.exit_code == 0, result.output
    (row,) = json.loads(result.stdout)
    assert (row["key"], row["state"]) == ("film", "ready")
    with application.container.database().transaction(None, unscoped=True):
        (channel,) = application.container.channel.facade().list_channels()
    items = visit(channel).data("/vod-media-items")
    media_types = {item["title"]: [row["type"] for row in item["media"]] for item in items}
    assert media_types == {"Clay": [1], "Other": []}
    again = json.loads(run_command("build", pack, "--json").stdout)
    assert again == [row], "the same video must keep its asset"


def test_draw_footage_renders_every_video_of_the_pack(run_command: RunCommand, pack: Path) -> None:
    rows = json.loads(run_command("draw-footage", pack, "--json").stdout)
    assert [row["key"] for row in rows] == ["film", "nobody"]
    assert all(Path(row["file"]).is_file() for row in rows)
    assert Path(rows[0]["file"]).with_suffix(".en.vtt").read_text().endswith("It is clay.\n")


def test_a_setting_limits_the_length_of_the_videos(
    pack: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (pack / "footage.yaml").write_text(FOOTAGE.replace("seconds: 1", "seconds: 9"))
    folder = tmp_path_factory.mktemp("short")
    database = f"sqlite:///{folder / 'touchline.sqlite'}"
    with create_test_application(folder / "var", database, max_demo_video_seconds=4):
        result = CliRunner().invoke(demos, ["draw-footage", str(pack), "--json"])
    for row in json.loads(result.stdout):
        with av.open(row["file"]) as video:
            assert video.duration == pytest.approx(4 * av.time_base, rel=0.05)


def test_a_pack_with_invalid_footage_exits_with_1(run_command: RunCommand, pack: Path) -> None:
    (pack / "footage.yaml").write_text("- {key: f, kind: dance}")
    result = run_command("draw-footage", pack)
    assert result.exit_code == 1
    assert "footage.yaml:1: [f].kind: `dance`" in result.stderr
    (pack / "footage.yaml").write_text("- {key: f, kind: game, sport: curling, away: a, home: a, seconds: 4}")
    (pack / "groups.yaml").write_text("- {key: a, name: A, short_name: A}")
    (pack / "library.yaml").unlink()
    assert "sport must be one of" in run_command("draw-footage", pack).stderr


def test_a_pack_is_read_once_however_many_videos_it_has(
    run_command: RunCommand, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = []

    def record_read(root: Path, now: datetime) -> Pack:
        reads.append(root)
        return read_pack(root, now)

    monkeypatch.setattr("touchline.front.packs.parser.pack_reader.read_pack", record_read)
    run_command("build", pack)
    assert reads == [pack]
