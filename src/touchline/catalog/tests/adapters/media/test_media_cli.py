"""`touchline recordings …` on the real application, with the real ffmpeg. Jobs run at once."""

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

from touchline.catalog.adapters.cli.recording_commands import recordings
from touchline.catalog.ports.media.video_packager import VideoPackage
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError

Run = Callable[..., Result]
Ids = Callable[[str, str], int]
TRUNCATION_WARNING = "The file is cut off: 7 % (4:12 of 60:00) is missing."


@pytest.fixture(scope="session")
def video_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of one second of test frames."""
    target = tmp_path_factory.mktemp("film") / "game.mp4"
    source = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=1", "-pix_fmt", "yuv420p"]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, str(target)], check=True)
    return target


@pytest.fixture
def run(season: ChannelDetails) -> Run:
    """Return a function that runs `touchline recordings …`."""
    return lambda *arguments: CliRunner().invoke(recordings, [str(argument) for argument in arguments])


def test_a_file_added_by_key_is_playable(run: Run, video_file: Path, visitor: Visitor, ids: Ids) -> None:
    result = run("add", "--event", "over", video_file, "--channel", "prairie")
    assert result.exit_code == 0
    assert result.stdout.startswith("game.mp4 is ready (asset ")
    media = visitor.data(f"/events/{ids('event', 'over')}")["media"]
    (url,) = [row["url"] for row in media if row["type"] == 3]
    playlist = visitor.browser.get(url)
    assert (playlist.status_code, playlist.mimetype) == (200, "application/vnd.apple.mpegurl")
    segment = visitor.browser.get(url.replace("master.m3u8", "v0/00000.ts"))
    assert (segment.status_code, segment.data[0]) == (200, 0x47)


def test_a_list_has_only_the_poster(run: Run, video_file: Path, visitor: Visitor, ids: Ids) -> None:
    run("add", "--event", "over", video_file)
    (event,) = [row for row in visitor.data("/events") if row["id"] == ids("event", "over")]
    assert [row["type"] for row in event["media"]] == [1]
    assert visitor.browser.get(event["media"][0]["url"]).mimetype == "image/jpeg"


def test_the_result_as_json(run: Run, video_file: Path) -> None:
    result = run("add", "--event", "over", "--json", video_file)
    payload = json.loads(result.stdout)
    assert (result.exit_code, payload["state"], payload["width"], payload["duration"]) == (
        0,
        "ready",
        64,
        1.0,
    )
    listed = json.loads(run("list", "--json").stdout)
    assert listed == [payload]


def test_a_warning_about_a_ready_file_is_printed_listed_and_in_json(
    run: Run, video_file: Path, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    container: Any = application.container
    video = container.catalog.video_packager()
    package = video.package

    def package_with_warning(*arguments: Any, **more: Any) -> VideoPackage:
        made: VideoPackage = package(*arguments, **more)
        return replace(made, warning=TRUNCATION_WARNING)

    monkeypatch.setattr(video, "package", package_with_warning)
    result = run("add", "--event", "over", video_file)
    assert result.exit_code == 0
    assert "game.mp4 is ready" in result.stdout
    assert result.stderr.splitlines()[-1] == f"Warning: {TRUNCATION_WARNING}"
    assert TRUNCATION_WARNING in " ".join(run("list").stdout.split())
    assert json.loads(run("list", "--json").stdout)[0]["warning"] == TRUNCATION_WARNING


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"game\xff\xe9.mp4", "game??.mp4"),
        ("jeu d\u2019été.mp4".encode("latin-1", "ignore"), "jeu d?t?.mp4"),
        (b"two\nlines\x1b[31m.mp4", "two?lines?[31m.mp4"),
    ],
)
def test_a_file_name_that_is_not_utf8_is_shown_with_question_marks(
    run: Run, video_file: Path, tmp_path: Path, visitor: Visitor, ids: Ids, name: bytes, shown: str
) -> None:
    file = tmp_path / os.fsdecode(name)
    file.write_bytes(video_file.read_bytes())
    (tmp_path / os.fsdecode(name.replace(b".mp4", b".en.vtt"))).write_text(
        "WEBVTT\n\n00:00.000 --> 00:00.900\nGoal\n"
    )
    result = run("add", "--event", "over", file)
    assert (result.exit_code, result.exception) == (0, None)
    assert result.stdout.startswith(f"{shown} is ready")
    (listed,) = json.loads(run("list", "--json").stdout)
    assert (listed["file"], listed["has_captions"]) == (shown, True)
    media = visitor.data(f"/events/{ids('event', 'over')}")["media"]
    assert {row["name"] for row in media} == {shown.removesuffix(".mp4")}


def test_processing_can_run_in_this_process(run: Run, video_file: Path) -> None:
    result = run("add", "--event", "over", "--inline", "--replace", video_file)
    assert result.exit_code == 0
    assert "is ready" in result.stdout
    assert "game.mp4" in run("list").stdout


def test_an_unusable_file_exits_with_1_and_a_message(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    result = run("add", "--event", "over", tmp_path / "empty.mp4")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "empty.mp4: The file is empty (0 bytes)." in result.stderr
    assert "The file is empty" in json.loads(run("list", "--json").stdout)[0]["failure_message"]


def test_invalid_usage_exits_with_2(run: Run, video_file: Path, tmp_path: Path) -> None:
    assert run("add", video_file).exit_code == 2
    assert run("add", "--event", "over", tmp_path / "missing.mp4").exit_code == 2
    assert run("add", "--event", "over").exit_code == 2


def test_an_unknown_event_or_channel_is_reported(run: Run, video_file: Path) -> None:
    for message, values in (
        (("--event", "no-such-game"), "There is no event no-such-game in this channel."),
        (("--library-item", "77"), "There is no library item 77 in this channel."),
        (("--event", "over", "--channel", "elsewhere"), "There is no channel elsewhere. Available: prairie."),
    ):
        error = run("add", video_file, *message).exception
        assert isinstance(error, NotFoundError)
        assert error.message == values


def test_with_two_channels_one_must_be_given(
    run: Run, video_file: Path, other_channel: ChannelDetails
) -> None:
    result = run("add", "--event", "over", video_file)
    assert result.exit_code == 2
    assert "Choose a channel with --channel. Available: atelier, prairie" in result.stderr
