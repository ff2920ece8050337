"""Provider states of context catalog."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from uuid import UUID

import imageio_ffmpeg
from PIL import Image

from contracts.provider.environment import NOON, SLUG, ProviderEnvironment
from contracts.provider.states.accounts import create_viewer
from touchline.catalog.domain.media.assets import MediaOwner, find_recording
from touchline.catalog.domain.media.encoder_slots import EncoderState
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.catalog.domain.media.uploads import NewUpload
from touchline.catalog.domain.scoring.timeline import EntryKind, Side, TimelineEntry
from touchline.catalog.ports.media.uploads import UploadPart
from touchline.channel.domain.document.entries import EntryRef
from touchline.front.packs.document.edit import Edit
from touchline.shared.ids import EventId

START_TIMES = {"upcoming": "+2 days 19:00", "live": "now -30m", "finished": "-2 days 19:00"}

RESULTS = {
    "regulation": "score: {away: 2, home: 3, note: OT}",
    "shootout": "score: {away: 2, home: 2, ending: shootout, shootout: {away: 3, home: 4}},"
    " neutral_site: true, replay: {from: '2027-01-09 18:00'}, prerolls: none",
    "forfeit": "score: {away: 0, home: 1, ending: forfeit, winner: home}",
}
"""The result of a game, with the other fields that its interaction needs."""


def create_event(
    environment: ProviderEnvironment,
    id: int,
    stream_status: str = "upcoming",
    pass_type: str = "free",  # noqa: S107
    recorded: bool | None = None,
    result: str = "regulation",
    visibility: str = "public",
) -> None:
    """Create a game with this id. A finished free game has a recording unless stated otherwise.

    `result` is a key of `RESULTS`.
    """
    price = ", price: {base: 8.99, fee: 1.00}" if pass_type in ("paid", "ppv") else ""
    environment.append_to_pack(
        "events.yaml",
        "- {key: asked, away: harlan-falls-hockey, home: cedar-ridge-hockey, category: hockey,"
        f" location: rink, starts: {START_TIMES[stream_status]}, duration: 2h, pass: {pass_type}{price},"
        f" {RESULTS[result]}, visibility: {visibility}, label: quarterfinal, description: A rivalry.,"
        " images: {card: pictures/ground.png, poster: pictures/ground.png, tall: pictures/ground.png}}\n",
    )
    channel_id = environment.apply_pack({("catalog_event", "asked"): id})
    if recorded if recorded is not None else stream_status == "finished":
        environment.add_recording(channel_id, "event", id, make_video())


def create_event_with_moments(environment: ProviderEnvironment, id: int) -> dict[str, Any]:
    """Create a finished game with this id, a recording and a goal in it.

    Returns the `media_id` of the recording.
    """
    create_event(environment, id, stream_status="finished")
    catalog: Any = environment.application.container.catalog
    with environment.open_channel():
        event = catalog.events().get(EventId(id))
        start_ms = int(event.starts_at.timestamp() * 1000)
        goal = {"side": "home", "points": 1, "type": "goal"}
        entries = [
            TimelineEntry.create(str(UUID(int=1)), "clock_started", start_ms, "", {}),
            TimelineEntry.create(str(UUID(int=2)), "scored", start_ms + 1000, "", goal),
        ]
        catalog.append_entries()(event.id, "scorer:Ana", entries)
        recording = find_recording(catalog.media_items().list_for_owners("event", [id])[id])
        if recording is None:
            raise LookupError("The event has no recording.")
        return {"media_id": str(recording.id)}


def create_game_with_timeline(environment: ProviderEnvironment, id: int) -> None:
    """Create a game that is on, with a goal in its first period."""
    create_event(environment, id, "live")
    catalog: Any = environment.application.container.catalog
    now_ms = int(NOON.timestamp() * 1000)
    entries = [
        TimelineEntry(str(UUID(int=1)), EntryKind.CLOCK_STARTED, now_ms - 60_000),
        TimelineEntry(
            str(UUID(int=2)), EntryKind.SCORED, now_ms - 30_000, side=Side.HOME, points=1, type="goal"
        ),
    ]
    with environment.open_channel():
        catalog.append_entries()(EventId(id), "scorer:Ana", entries)
        catalog.events().set_publishing(EventId(id), True)


def create_season(
    environment: ProviderEnvironment, team_id: int, opponent_id: int, group_id: int, category_id: int
) -> None:
    """Create a category in which the team of a school has won a game and has another to come."""
    environment.append_to_pack(
        "groups.yaml", "- {key: pine, name: Pine, short_name: PIN, logo: pictures/ground.png}\n"
    )
    environment.append_to_pack("categories.yaml", "- {key: girls, name: Girls hockey, sport: hockey}\n")
    environment.append_to_pack(
        "participants.yaml",
        "- {key: pine-girls, name: Pine, group: pine, category: girls, color: '#1a5fe0'}\n"
        "- {key: oak-girls, name: Oak, category: girls, color: '#1a5fe0', image: pictures/ground.png}\n",
    )
    game = "away: oak-girls, home: pine-girls, category: girls, duration: 2h"
    environment.append_to_pack(
        "events.yaml",
        f"- {{key: played, {game}, starts: -3 days 19:00, score: {{away: 2, home: 3}}}}\n"
        f"- {{key: to-come, {game}, starts: +3 days 19:00}}\n",
    )
    environment.apply_pack(
        {
            ("catalog_participant", "pine-girls"): team_id,
            ("catalog_participant", "oak-girls"): opponent_id,
            ("catalog_group", "pine"): group_id,
            ("catalog_category", "girls"): category_id,
        }
    )


def create_simulated_event(environment: ProviderEnvironment, id: int, starts_in: int) -> None:
    """Create a free game with this id whose recording plays as if live, `starts_in` seconds from now."""
    create_event(environment, id, stream_status="finished")
    environment.simulate_live(id, NOON + timedelta(seconds=starts_in))


def create_library_item(
    environment: ProviderEnvironment, id: int, title: str = "The power play", recorded: bool = True
) -> None:
    """Create a library item with this id, in a category and a row."""
    environment.replace_in_pack(
        "library.yaml", "key: power-play, title: {en: The power play,", f"key: asked, title: {{en: {title},"
    )
    channel_id = environment.apply_pack({("catalog_library_item", "asked"): id})
    if recorded:
        environment.add_recording(channel_id, "library_item", id, make_video())


def create_stream_and_operator(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int
) -> None:
    """Create an operator, logged in with this key, and a game whose backup encoder sends video."""
    create_game_and_operator(environment, api_key, email, event_id)
    catalog: Any = environment.application.container.catalog
    with environment.open_channel():
        stream = catalog.open_stream()(EventId(event_id))
        stream.backup_state = EncoderState.RECEIVING
        catalog.streams().save(stream)


def create_stream_test(environment: ProviderEnvironment, api_key: str, email: str, event_id: int) -> None:
    """Create an operator, logged in with this key, and a stream test of a game that receives video."""
    create_event(environment, event_id)
    create_viewer(environment, api_key, email)
    live_container: Any = environment.application.container.catalog
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)
        stream_test = live_container.stream_tests().open(EventId(event_id))
        stream_test.state, stream_test.started_at = LiveState.LIVE, NOON
        live_container.test_streams().save(stream_test)


def create_game_and_operator(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int
) -> None:
    """Create an operator, logged in with this key, and an upcoming game."""
    create_event(environment, event_id)
    create_viewer(environment, api_key, email)
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)


def create_event_with_overlay(environment: ProviderEnvironment, event_id: int) -> dict[str, Any]:
    """Create a private game that is on. Returns the `token` of its overlay."""
    create_event(environment, event_id, stream_status="live", visibility="team_members")
    catalog: Any = environment.application.container.catalog
    with environment.open_channel() as (channel_id, _):
        link = catalog.timeline_access().create_overlay_token(channel_id, EventId(event_id))
    return {"token": link.token}


@cache
def make_video(seconds: int = 2) -> Path:
    """Make a test video once."""
    target = Path(mkdtemp()) / "game.mp4"
    source = ("-f", "lavfi", "-i", f"testsrc=s=320x180:r=25:d={seconds}")
    ffmpeg_path = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run(
        [ffmpeg_path, "-nostdin", "-v", "error", *source, "-pix_fmt", "yuv420p", str(target)], check=True
    )
    return target


def create_operator_with_upload(
    environment: ProviderEnvironment, api_key: str, email: str, event_id: int, upload_id: int
) -> None:
    """Create an operator, logged in with this key, and a recorded game with an upload that failed."""
    create_event(environment, event_id, stream_status="finished")
    create_viewer(environment, api_key, email)
    owner = MediaOwner("event", event_id)
    with environment.open_channel({("upload", ""): upload_id}) as (channel_id, channel):
        channel.operator_admin().add(email)
        catalog: Any = environment.application.container.catalog
        expires_at = NOON + timedelta(days=7)
        upload = catalog.uploads().add(NewUpload(owner, "asked.mp4", 4), NOON, expires_at)
        upload.record_offset(4)
        upload.mark_failed("The disk is full.")
        catalog.uploads().save(upload)
    with catalog.upload_files().lock((channel_id, upload_id)) as file:
        file.append(UploadPart(0, BytesIO(b"none").read), 4)


def create_editor_with_two_places(environment: ProviderEnvironment, email: str) -> None:
    """Make a viewer an operator of a channel in which the rink exists twice."""
    with environment.open_channel() as (channel_id, channel):
        channel.operator_admin().add(email)
    edit_entry: Any = environment.application.container.front.edit_entry()
    value = {"key": "ice", "name": "Cedar Ridge Ice"}
    edit_entry(channel_id, Edit(EntryRef("locations", "ice"), value, None, "Ada Coach"))


def create_editor_and_member(environment: ProviderEnvironment, email: str, member_id: int) -> None:
    """Make a viewer an operator of a channel in which a team has one member."""
    with environment.open_channel({("membership", ""): member_id}) as (_, channel):
        channel.operator_admin().add(email)
        front: Any = environment.application.container.front
        front.member_admin().add("harlan-falls-hockey", "ada@example.org")


def create_editor(environment: ProviderEnvironment, email: str) -> dict[str, Any]:
    """Make a viewer an operator. Returns the `version` of the question `refunds`."""
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)
        read_entries: Any = environment.application.container.front.read_entries()
        return {"version": read_entries.get(EntryRef("faq", "refunds")).version}


def create_editor_and_picture(environment: ProviderEnvironment, email: str) -> dict[str, Any]:
    """Make a viewer an operator of a channel with a picture of 64 × 48 pixels. Returns its `path`."""
    picture = BytesIO()
    Image.new("RGB", (64, 48), "#1a5fe0").save(picture, "PNG")
    container: Any = environment.application.container
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)
    return {"path": container.open_files().add_bytes(SLUG, "final.png", picture.getvalue())}


def create_editor_and_edit(environment: ProviderEnvironment, email: str, edits: int = 1) -> dict[str, Any]:
    """Make a viewer an operator, and change the answer of a question. Returns the `revision` of the first
    edit."""
    create_editor(environment, email)
    front: Any = environment.application.container.front
    question, revisions = EntryRef("faq", "refunds"), []
    for answer in ("Yes.", "Maybe.")[:edits]:
        with environment.open_channel() as (channel_id, channel):
            entry = front.read_entries().get(question)
        edit = Edit(question, {**entry.value, "answer": answer}, entry.version, "Ada Coach")
        front.edit_entry()(channel_id, edit)
        with environment.open_channel():
            revisions.append(channel.facade().document_history.list(1)[0].id)
    return {"revision": revisions[0]}


def create_editor_and_two_edits(environment: ProviderEnvironment, email: str) -> dict[str, Any]:
    """Do the same with two edits."""
    return create_editor_and_edit(environment, email, edits=2)


STATES: dict[str, Any] = {
    "an editor and a picture": create_editor_and_picture,
    "an editor and a question": create_editor,
    "an editor and an edit of a question": create_editor_and_edit,
    "an editor and two edits of a question": create_editor_and_two_edits,
    "an editor and the same place twice": create_editor_with_two_places,
    "an editor and a member of a team": create_editor_and_member,
    "an event": create_event,
    "an event with moments": create_event_with_moments,
    "a game with a timeline": create_game_with_timeline,
    "an event with an overlay": create_event_with_overlay,
    "a season": create_season,
    "a simulated event": create_simulated_event,
    "a library item": create_library_item,
    "a game and an operator": create_game_and_operator,
    "a game with a stream and an operator": create_stream_and_operator,
    "a stream test by an operator": create_stream_test,
    "an operator and an upload": create_operator_with_upload,
}
