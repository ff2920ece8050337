"""`touchline recordings trim` on the real application, with a real stream of ffmpeg."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import av
import imageio_ffmpeg
import pytest
from click.testing import CliRunner, Result

from touchline.catalog.adapters.cli.recording_commands import recordings
from touchline.catalog.tests.adapters.media.test_uploads import add_operator
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError, RefusedError

Run = Callable[..., Result]
Ids = Callable[[str, str], int]
SECONDS = 30
CAPTIONS = """WEBVTT

00:00:01.000 --> 00:00:02.000
Warm-up

00:00:10.000 --> 00:00:12.000
Face-off

00:00:28.000 --> 00:00:29.000
Good night
"""


@pytest.fixture(scope="session")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of half a minute with two audio tracks and captions."""
    target = tmp_path_factory.mktemp("game") / "game.mkv"
    inputs = ["-f", "lavfi", "-i", f"testsrc=s=128x72:r=25:d={SECONDS}"]
    for pitch in (440, 880):
        inputs += ["-f", "lavfi", "-i", f"sine=f={pitch}:d={SECONDS}"]
    maps = ["-map", "0", "-map", "1", "-map", "2", "-pix_fmt", "yuv420p", "-disposition:a:0", "default"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *inputs, *maps, str(target)]
    subprocess.run(command, check=True)
    target.with_suffix(".en.vtt").write_text(CAPTIONS)
    return target


@pytest.fixture
def run(season: ChannelDetails) -> Run:
    """Return a function that runs `touchline recordings …`."""
    return lambda *words: CliRunner().invoke(recordings, [str(word) for word in words])


@pytest.fixture
def event_id(run: Run, game_file: Path, ids: Ids) -> int:
    """Return the ID of a past event whose recording is ready."""
    assert run("add", "--event", "over", game_file).exit_code == 0
    return ids("event", "over")


def get_media(visitor: Visitor, event_id: int) -> dict[int, dict[str, Any]]:
    return {row["type"]: row for row in visitor.data(f"/events/{event_id}")["media"]}


def fetch(visitor: Visitor, master: str, name: str) -> bytes:
    response = visitor.browser.get(master.replace("master.m3u8", name))
    assert response.status_code == 200, name
    content: bytes = response.data
    return content


def list_names(playlist: bytes) -> list[str]:
    return [line for line in playlist.decode().splitlines() if line and not line.startswith("#")]


def list_media_playlists(master: bytes) -> list[str]:
    quoted = [part.split('"')[0] for part in master.decode().split('URI="')[1:]]
    return list(dict.fromkeys([*list_names(master), *quoted]))


def raise_error(result: Result) -> None:
    assert result.exception is not None
    raise result.exception


def test_viewers_see_only_the_range_in_every_rendition(
    run: Run, event_id: int, visitor: Visitor, tmp_path: Path
) -> None:
    done = run("trim", "over", "--start", "0:07", "--end", "0:00:21", "--json")
    result = json.loads(done.stdout)
    assert (result["start"], result["end"], result["duration"]) == (8.0, 20.0, 12.0)
    row = get_media(visitor, event_id)[3]
    assert row["duration"] == 12.0
    master = fetch(visitor, row["url"], "master.m3u8")
    playlists = [name for name in list_media_playlists(master) if "captions" not in name]
    assert {name.partition("/")[0] for name in playlists} >= {"v0", "v1", "a1", "audio"}
    for name in playlists:
        base = name.partition("/")[0]
        segments = list_names(fetch(visitor, row["url"], name))
        assert sorted(set(segments)) == ["00002.ts", "00003.ts", "00004.ts"], name
        outside = visitor.browser.get(row["url"].replace("master.m3u8", f"{base}/00001.ts"))
        assert outside.status_code == 404
    path = tmp_path / "joined.ts"
    path.write_bytes(b"".join(fetch(visitor, row["url"], f"v0/0000{number}.ts") for number in (2, 3, 4)))
    with av.open(str(path)) as container:
        times = [float(frame.time or 0) for frame in container.decode(video=0)]
    assert len(times) == 12 * 25
    assert times[-1] - times[0] == pytest.approx(12, abs=0.1)


def test_captions_count_from_the_new_start(run: Run, event_id: int, visitor: Visitor) -> None:
    assert run("trim", "over", "--start", "8", "--end", "20").exit_code == 0
    url = get_media(visitor, event_id)[3]["url"]
    (name,) = [name for name in list_media_playlists(fetch(visitor, url, "master.m3u8")) if "caption" in name]
    playlist = fetch(visitor, url, name)
    assert b"#EXTINF:12.000," in playlist
    webvtt = fetch(visitor, url, f"{name.rpartition('/')[0]}/{list_names(playlist)[0]}").decode()
    assert webvtt.startswith(f"WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:{90_000 + 8 * 90_000},")
    assert "00:00:02.000 --> 00:00:04.000\nFace-off" in webvtt
    assert "Warm-up" not in webvtt
    assert "Good night" not in webvtt


def test_thumbnails_and_poster_are_from_the_range(run: Run, event_id: int, visitor: Visitor) -> None:
    full_poster = visitor.browser.get(get_media(visitor, event_id)[1]["url"]).data
    assert run("trim", "over", "--start", "8", "--end", "20").exit_code == 0
    media = get_media(visitor, event_id)
    storyboard = visitor.browser.get(media[5]["url"]).get_data(as_text=True)
    assert storyboard.startswith("WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nstoryboard-1.jpg#xywh=")
    assert storyboard.rstrip().count("-->") == 6
    assert "--> 00:00:12.000" in storyboard
    poster = visitor.browser.get(media[1]["url"])
    assert (poster.mimetype, poster.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert poster.data != full_poster


def test_an_address_of_the_full_length_ends_and_the_full_length_can_be_restored(
    run: Run, event_id: int, visitor: Visitor, clock: FixedClock
) -> None:
    full = get_media(visitor, event_id)[3]["url"]
    assert visitor.browser.get(full).status_code == 200
    assert run("trim", "over", "--end", "20").exit_code == 0
    clock.advance(timedelta(seconds=60))
    assert visitor.browser.get(full).status_code == 403
    trimmed = get_media(visitor, event_id)[3]["url"]
    assert visitor.browser.get(trimmed).status_code == 200
    done = run("trim", "over", "--full-length")
    assert done.stdout == "game.mkv has its full length again: 0:00:30.\n"
    assert get_media(visitor, event_id)[3]["duration"] == SECONDS
    clock.advance(timedelta(seconds=60))
    assert visitor.browser.get(full).status_code == 200
    assert visitor.browser.get(trimmed).status_code in (403, 404)


def test_a_range_is_changed_from_the_full_length(run: Run, event_id: int, visitor: Visitor) -> None:
    run("trim", "over", "--start", "8", "--end", "20")
    done = run("trim", "over", "--start", "4", "--end", "24")
    assert done.stdout == (
        "game.mkv: viewers see 0:00:04 to 0:00:24 of 0:00:30. The new length is 0:00:20.\n"
    )
    assert get_media(visitor, event_id)[3]["duration"] == 20.0


def test_a_range_that_the_recording_does_not_have_is_refused(run: Run, event_id: int) -> None:
    with pytest.raises(RefusedError, match=r"^The end must be after the start\.$"):
        raise_error(run("trim", "over", "--start", "20", "--end", "10"))
    with pytest.raises(
        RefusedError, match=r"^The recording is only 0:00:30 long\. Choose an earlier time\.$"
    ):
        raise_error(run("trim", "over", "--end", "1:00"))
    with pytest.raises(RefusedError, match=r"^This video already has its full length\.$"):
        raise_error(run("trim", "over", "--full-length"))


def test_a_video_must_be_chosen_if_there_are_several(
    run: Run, event_id: int, game_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "second.mkv"
    other.write_bytes(game_file.read_bytes() + b"\0")
    run("add", "--event", "over", other)
    with pytest.raises(RefusedError, match=r"over has 2 videos\. Choose one with --video: \d+ \(game"):
        raise_error(run("trim", "over", "--start", "8"))
    with pytest.raises(NotFoundError, match="over has no video 99"):
        raise_error(run("trim", "over", "--start", "8", "--video", 99))
    assert run("trim", "over").exit_code == 2


def test_a_deleted_recording_leaves_no_files(
    run: Run, event_id: int, application: Application, season: ChannelDetails
) -> None:
    run("trim", "over", "--start", "8")
    storage = application.container.catalog.storage()
    assert {key.split("/")[1].partition("-")[0] for key in storage.list("assets/")} != set()
    delete = ["delete", "over", "--yes"]
    result = CliRunner().invoke(main.commands["recordings"], delete, obj=application)
    assert result.exit_code == 0
    assert list(storage.list("assets/")) == []


def test_only_a_producer_plays_what_was_trimmed_away(
    run: Run,
    event_id: int,
    visitor: Visitor,
    application: Application,
    season: ChannelDetails,
) -> None:
    run("trim", "over", "--start", "8")
    producer = visitor.register(email="producer@example.org", phone="")
    add_operator(application, season, "producer@example.org", Role.PRODUCER)
    (video,) = producer.data("/studio/events/over/videos")["videos"]
    assert video["trim"] == {
        "state": "trimmed",
        "start": 8.0,
        "end": 30.0,
        "full_duration": 30.0,
        "failure_message": "",
    }
    playback = producer.data(f"/studio/videos/{video['id']}/playback")
    assert playback["duration"] == 30.0
    assert fetch(producer, playback["url"], "v0/00000.ts")[0] == 0x47
