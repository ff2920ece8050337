"""Provider states of context catalog."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import imageio_ffmpeg

from contracts.provider.stage import NOON, Stage
from contracts.provider.states_accounts import a_viewer
from touchline.catalog.domain.live import LiveState
from touchline.shared.ids import EventId

STARTS = {"upcoming": "+2 days 19:00", "live": "now -30m", "finished": "-2 days 19:00"}


def an_event(
    stage: Stage,
    id: int,
    stream_status: str = "upcoming",
    pass_type: str = "free",  # noqa: S107
    recorded: bool | None = None,
) -> None:
    """A game of this id. A finished one that is free has a recording, unless told otherwise."""
    price = ", price: {base: 8.99, fee: 1.00}" if pass_type in ("paid", "ppv") else ""
    stage.write(
        "events.yaml",
        "- {key: asked, away: harlan-falls-hockey, home: cedar-ridge-hockey, category: hockey,"
        f" location: rink, starts: {STARTS[stream_status]}, duration: 2h, pass: {pass_type}{price},"
        " score: {away: 2, home: 3, note: OT}, label: quarterfinal, description: A rivalry.,"
        " images: {card: pictures/ground.png, poster: pictures/ground.png}}\n",
    )
    channel_id = stage.apply({("catalog_event", "asked"): id})
    if recorded if recorded is not None else stream_status == "finished":
        stage.add_recording(channel_id, "event", id, film())


def a_simulated_event(stage: Stage, id: int, starts_in: int) -> None:
    """A free game of this id whose recording plays as if it were live, `starts_in` seconds from now."""
    an_event(stage, id, stream_status="finished")
    stage.simulate(id, NOON + timedelta(seconds=starts_in))


def a_library_item(stage: Stage, id: int, title: str = "The power play", recorded: bool = True) -> None:
    """A film of this id, in a category and a rail."""
    stage.rewrite(
        "library.yaml", "key: power-play, title: {en: The power play,", f"key: asked, title: {{en: {title},"
    )
    channel_id = stage.apply({("catalog_library_item", "asked"): id})
    if recorded:
        stage.add_recording(channel_id, "library_item", id, film())


def an_operator_tests_a_stream(stage: Stage, api_key: str, email: str, event_id: int) -> None:
    """An operator, logged in behind this key, and a stream test of a game whose picture arrives."""
    an_event(stage, event_id)
    a_viewer(stage, api_key, email)
    live: Any = stage.house.container.catalog.live
    with stage.channel() as (_, channel):
        channel.desk.change_operators().add(email)
        test = live.test().open(EventId(event_id))
        test.state, test.started_at = LiveState.LIVE, NOON
        live.tests().save(test)


@cache
def film(seconds: int = 2) -> Path:
    """Test pictures, made once."""
    target = Path(mkdtemp()) / "game.mp4"
    source = ("-f", "lavfi", "-i", f"testsrc=s=320x180:r=25:d={seconds}")
    program = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run(
        [program, "-nostdin", "-v", "error", *source, "-pix_fmt", "yuv420p", str(target)], check=True
    )
    return target


STATES: dict[str, Any] = {
    "an event": an_event,
    "a simulated event": a_simulated_event,
    "a library item": a_library_item,
    "an operator tests a stream": an_operator_tests_a_stream,
}
