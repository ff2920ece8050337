"""`touchline media …` on the real house, with the real ffmpeg; jobs run at once."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import pytest
from click.testing import CliRunner, Result

from touchline.catalog.adapters.cli.media_commands import media
from touchline.catalog.ports.video import Package
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.errors import NotFound

Run = Callable[..., Result]
Ids = Callable[[str, str], int]
CUT_OFF = "The file is cut off: 7 % (4:12 of 60:00) is missing."


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One second of test pictures."""
    target = tmp_path_factory.mktemp("film") / "game.mp4"
    source = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=1", "-pix_fmt", "yuv420p"]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, str(target)], check=True)
    return target


@pytest.fixture
def run(season: ChannelFacts) -> Run:
    """Runs `touchline media …`."""
    return lambda *words: CliRunner().invoke(media, [str(word) for word in words])


def test_a_file_added_by_key_can_be_watched(run: Run, film: Path, visitor: Visitor, ids: Ids) -> None:
    done = run("add", "--event", "over", film, "--channel", "prairie")
    assert done.exit_code == 0
    assert done.stdout.startswith("game.mp4 is ready (asset ")
    media = visitor.data(f"/events/{ids('event', 'over')}")["media"]
    (url,) = [row["url"] for row in media if row["type"] == 3]
    playlist = visitor.browser.get(url)
    assert (playlist.status_code, playlist.mimetype) == (200, "application/vnd.apple.mpegurl")
    segment = visitor.browser.get(url.replace("master.m3u8", "v0/00000.ts"))
    assert (segment.status_code, segment.data[0]) == (200, 0x47)


def test_a_list_tells_the_poster_alone(run: Run, film: Path, visitor: Visitor, ids: Ids) -> None:
    run("add", "--event", "over", film)
    (event,) = [row for row in visitor.data("/events") if row["id"] == ids("event", "over")]
    assert [row["type"] for row in event["media"]] == [1]
    assert visitor.browser.get(event["media"][0]["url"]).mimetype == "image/jpeg"


def test_the_answer_as_json(run: Run, film: Path) -> None:
    done = run("add", "--event", "over", "--json", film)
    told = json.loads(done.stdout)
    assert (done.exit_code, told["state"], told["width"], told["duration"]) == (0, "ready", 64, 1.0)
    listed = json.loads(run("list", "--json").stdout)
    assert listed == [told]


def test_a_warning_about_a_ready_file_is_printed_listed_and_in_json(
    run: Run, film: Path, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    container: Any = house.container
    video = container.catalog.video()
    package = video.package

    def cut_off(*arguments: Any, **more: Any) -> Package:
        made: Package = package(*arguments, **more)
        return replace(made, warning=CUT_OFF)

    monkeypatch.setattr(video, "package", cut_off)
    done = run("add", "--event", "over", film)
    assert done.exit_code == 0
    assert "game.mp4 is ready" in done.stdout
    assert done.stderr.splitlines()[-1] == f"Warning: {CUT_OFF}"
    assert CUT_OFF in " ".join(run("list").stdout.split())
    assert json.loads(run("list", "--json").stdout)[0]["warning"] == CUT_OFF


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"game\xff\xe9.mp4", "game??.mp4"),
        ("jeu d\u2019été.mp4".encode("latin-1", "ignore"), "jeu d?t?.mp4"),
        (b"two\nlines\x1b[31m.mp4", "two?lines?[31m.mp4"),
    ],
)
def test_a_file_name_that_is_no_utf8_is_stored_and_shown_with_question_marks(
    run: Run, film: Path, tmp_path: Path, visitor: Visitor, ids: Ids, name: bytes, shown: str
) -> None:
    file = tmp_path / os.fsdecode(name)
    file.write_bytes(film.read_bytes())
    (tmp_path / os.fsdecode(name.replace(b".mp4", b".en.vtt"))).write_text(
        "WEBVTT\n\n00:00.000 --> 00:00.900\nGoal\n"
    )
    done = run("add", "--event", "over", file)
    assert (done.exit_code, done.exception) == (0, None)
    assert done.stdout.startswith(f"{shown} is ready")
    (listed,) = json.loads(run("list", "--json").stdout)
    assert (listed["file"], listed["has_captions"]) == (shown, True)
    media = visitor.data(f"/events/{ids('event', 'over')}")["media"]
    assert {row["name"] for row in media} == {shown.removesuffix(".mp4")}


def test_the_work_can_be_done_here(run: Run, film: Path) -> None:
    done = run("add", "--event", "over", "--here", "--replace", film)
    assert done.exit_code == 0
    assert "is ready" in done.stdout
    assert "game.mp4" in run("list").stdout


def test_a_file_that_cannot_be_used_ends_with_1_and_the_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    done = run("add", "--event", "over", tmp_path / "empty.mp4")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "empty.mp4: The file is empty (0 bytes)." in done.stderr
    assert "The file is empty" in json.loads(run("list", "--json").stdout)[0]["failure_message"]


def test_what_is_not_understood_ends_with_2(run: Run, film: Path, tmp_path: Path) -> None:
    assert run("add", film).exit_code == 2
    assert run("add", "--event", "over", tmp_path / "missing.mp4").exit_code == 2
    assert run("add", "--event", "over").exit_code == 2


def test_an_unknown_event_or_channel_is_named(run: Run, film: Path) -> None:
    for words, said in (
        (("--event", "no-such-game"), "There is no event no-such-game in this channel."),
        (("--library-item", "77"), "There is no library item 77 in this channel."),
        (("--event", "over", "--channel", "elsewhere"), "There is no channel elsewhere; there is: prairie."),
    ):
        error = run("add", film, *words).exception
        assert isinstance(error, NotFound)
        assert error.message == said


def test_with_two_channels_one_must_be_named(run: Run, film: Path, other_channel: ChannelFacts) -> None:
    done = run("add", "--event", "over", film)
    assert done.exit_code == 2
    assert "Name a channel with --channel; there is: atelier, prairie" in done.stderr
