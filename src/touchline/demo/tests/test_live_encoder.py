"""The encoders of the demo's live games, on the real application."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from imageio_ffmpeg import get_ffmpeg_exe

from touchline.catalog.adapters.cli.stream_commands import StreamCommandContext
from touchline.conftest import NOON
from touchline.demo import live_encoder
from touchline.demo.cli import PACKS
from touchline.demo.footage.batch import list_video_files
from touchline.demo.footage.specs import plan
from touchline.demo.live_encoder import DVR_SECONDS, DemoEncoder, LiveEvent, open_publish_url
from touchline.demo.video_usage import VideoUsage
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.parser.pack_reader import read_pack

FILES = {
    "channel": "slug: craft\nname: Craft\ndomains: [craft.example.org]\n",
    "categories": "- {key: pottery, name: Pottery, sport: hockey}\n",
    "events": "- {key: wheel, name: The wheel, category: pottery, starts: now -1h}\n",
}


@pytest.fixture
def live_event(application: Application, tmp_path: Path) -> LiveEvent:
    """Return a live event of an existing channel, and a video for it."""
    pack = tmp_path / "pack"
    pack.mkdir()
    for name, text in FILES.items():
        (pack / f"{name}.yaml").write_text(text)
    application.container.front.apply_pack()(pack)
    video_file = tmp_path / "clay.mp4"
    source = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=5:d=1"]
    subprocess.run(
        [get_ffmpeg_exe(), "-v", "error", *source, "-pix_fmt", "yuv420p", str(video_file)], check=True
    )
    return LiveEvent("craft", "wheel", video_file)


def test_each_live_game_of_a_pack_is_published_with_its_video(tmp_path: Path) -> None:
    pack = read_pack(PACKS / "prairie", NOON)
    live_events = VideoUsage.from_pack(pack).list_live_events(list_video_files(plan(pack), tmp_path))
    assert [
        (live_event.channel, live_event.video_file.name.rpartition("-")[0]) for live_event in live_events
    ] == [
        ("prairie", "basketball-rdb-cdr"),
        ("prairie", "hockey-hrf-cdr"),
    ]


def test_an_event_has_one_publish_url_and_a_dvr_window_of_twenty_minutes(live_event: LiveEvent) -> None:
    url = open_publish_url(live_event)
    assert url.startswith("rtmp://127.0.0.1:19350/live/")
    assert open_publish_url(live_event) == url
    live_context = StreamCommandContext()
    with live_context.channel_transaction(live_context.get_channel_id("craft")):
        (stream,) = live_context.streams.list_all()
    assert stream.dvr_seconds == DVR_SECONDS


def test_an_ended_stream_restarts_with_a_new_key(live_event: LiveEvent) -> None:
    previous = open_publish_url(live_event)
    live_context = StreamCommandContext()
    with live_context.channel_transaction(live_context.get_channel_id("craft")):
        stream = live_context.streams.get_by_event(live_context.find_event_id("wheel"))
        assert stream is not None
        assert stream.claim("nobody", NOON)
        stream.end()
        stream.finish("nobody", NOON)
        live_context.streams.save(stream)
    assert open_publish_url(live_event) != previous


def test_a_refused_encoder_reports_it_once_and_retries(
    live_event: LiveEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_encoder, "_RESTART_DELAY_SECONDS", 0.0)
    messages: list[str] = []
    encoder = DemoEncoder(LiveEvent("craft", "nothing", live_event.video_file), messages.append)
    for _ in range(3):
        encoder.ensure_running()
    encoder.stop()
    assert messages == ["nothing: There is no event nothing in this channel."]


def test_an_encoder_retries_while_no_server_accepts_its_stream(
    live_event: LiveEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_encoder, "_RESTART_DELAY_SECONDS", 0.0)
    started: list[subprocess.Popen[bytes]] = []
    messages: list[str] = []
    encoder = DemoEncoder(live_event, messages.append)
    for _ in range(2):
        encoder.ensure_running()
        assert encoder._process is not None
        encoder._process.wait(60)
        started.append(encoder._process)
    encoder.stop()
    assert started[0] is not started[1]
    assert messages[:2] == [
        "wheel: publishing clay.mp4",
        "wheel: Error opening output files: Connection refused",
    ]


def test_no_line_of_an_encoder_names_its_stream_key(
    live_event: LiveEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    encoder = DemoEncoder(live_event, messages.append)
    monkeypatch.setattr(live_encoder, "_RESTART_DELAY_SECONDS", 0.0)
    url = open_publish_url(live_event)
    encoder._errors.write(f"Error opening output file {url}.".encode())
    encoder.ensure_running()
    encoder.stop()
    assert messages[0] == "wheel: Error opening output file rtmp://127.0.0.1:19350/live/(key)."
    assert url.rpartition("/")[2] not in "".join(messages)
