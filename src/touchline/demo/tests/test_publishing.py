"""The encoders of the demo's live games, on the real house."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from imageio_ffmpeg import get_ffmpeg_exe

from touchline.catalog.adapters.cli.live_commands import LiveDesk
from touchline.conftest import NOON
from touchline.demo import publishing
from touchline.demo.cli import PACKS
from touchline.demo.footage.batch import films
from touchline.demo.footage.specs import plan
from touchline.demo.publishing import DVR_SECONDS, DemoEncoder, LiveGame, address_of
from touchline.demo.showing import Showing
from touchline.entrypoints.bootstrap import House
from touchline.front.packs.reading import read_pack

FILES = {
    "channel": "slug: craft\nname: Craft\ndomains: [craft.example.org]\n",
    "categories": "- {key: pottery, name: Pottery, sport: hockey}\n",
    "events": "- {key: wheel, name: The wheel, category: pottery, starts: now -1h}\n",
}


@pytest.fixture
def game(house: House, tmp_path: Path) -> LiveGame:
    """A live event of a channel that stands, and a film for it."""
    pack = tmp_path / "pack"
    pack.mkdir()
    for name, text in FILES.items():
        (pack / f"{name}.yaml").write_text(text)
    house.container.front.apply_pack()(pack)
    film = tmp_path / "clay.mp4"
    source = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=5:d=1"]
    subprocess.run([get_ffmpeg_exe(), "-v", "error", *source, "-pix_fmt", "yuv420p", str(film)], check=True)
    return LiveGame("craft", "wheel", film)


def test_each_live_game_of_a_pack_is_published_with_its_film(tmp_path: Path) -> None:
    pack = read_pack(PACKS / "prairie", NOON)
    live = Showing.of(pack).live(films(plan(pack), tmp_path))
    assert [(game.channel, game.film.name.rpartition("-")[0]) for game in live] == [
        ("prairie", "basketball-rdb-cdr"),
        ("prairie", "hockey-hrf-cdr"),
    ]


def test_a_game_has_one_address_and_can_be_rewound_for_twenty_minutes(game: LiveGame) -> None:
    address = address_of(game)
    assert address.startswith("rtmp://127.0.0.1:19350/live/")
    assert address_of(game) == address
    desk = LiveDesk()
    with desk.inside(desk.channel("craft")):
        (stream,) = desk.streams.all()
    assert stream.dvr_seconds == DVR_SECONDS


def test_a_stream_that_has_ended_begins_anew_under_another_key(game: LiveGame) -> None:
    before = address_of(game)
    desk = LiveDesk()
    with desk.inside(desk.channel("craft")):
        stream = desk.streams.of_event(desk.event("wheel"))
        assert stream is not None
        assert stream.claim("nobody", NOON)
        stream.end()
        stream.finish("nobody", NOON)
        desk.streams.save(stream)
    assert address_of(game) != before


def test_an_encoder_that_is_refused_says_so_once_and_comes_again(
    game: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_AGAIN_SECONDS", 0.0)
    said: list[str] = []
    encoder = DemoEncoder(LiveGame("craft", "nothing", game.film), said.append)
    for _ in range(3):
        encoder.look()
    encoder.stop()
    assert said == ["nothing: There is no event nothing in this channel."]


def test_an_encoder_goes_on_trying_while_nobody_receives(
    game: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_AGAIN_SECONDS", 0.0)
    started: list[subprocess.Popen[bytes]] = []
    said: list[str] = []
    encoder = DemoEncoder(game, said.append)
    for _ in range(2):
        encoder.look()
        assert encoder._process is not None
        encoder._process.wait(60)
        started.append(encoder._process)
    encoder.stop()
    assert started[0] is not started[1]
    assert said[:2] == ["wheel: publishing clay.mp4", "wheel: Error opening output files: Connection refused"]


def test_no_line_of_an_encoder_names_its_stream_key(game: LiveGame, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    encoder = DemoEncoder(game, said.append)
    monkeypatch.setattr(publishing, "_AGAIN_SECONDS", 0.0)
    address = address_of(game)
    encoder._errors.write(f"Error opening output file {address}.".encode())
    encoder.look()
    encoder.stop()
    assert said[0] == "wheel: Error opening output file rtmp://127.0.0.1:19350/live/(key)."
    assert address.rpartition("/")[2] not in "".join(said)
