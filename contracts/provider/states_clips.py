"""Provider states of context clips: a game of a minute that is really made into a stream, passes that are
really bought, and clips as their jobs leave them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from contracts.provider.stage import NOON, Stage
from contracts.provider.states_accounts import an_account
from contracts.provider.states_billing import a_package, an_order
from contracts.provider.states_catalog import an_event, film
from touchline.catalog.domain.media import MediaType
from touchline.clips.adapters.sql.columns import clip_columns
from touchline.clips.adapters.sql.tables import ClipRow
from touchline.clips.application.asking_to_cut import ask_to_make
from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.folders import CLIPS, DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.platform.db.session import current_session
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.work import WorkState

PASS = 40
"""The package with 50 clips and 10 downloads."""
GAME = EventId(12)


def a_recorded_event(stage: Stage, id: int, seconds: int) -> dict[str, Any]:
    """A free game of this id with a recording so long. Makes the `media_id` of the recording."""
    an_event(stage, id, stream_status="finished", recorded=False)
    channel_id = stage.apply()
    stage.add_recording(channel_id, "event", id, film(seconds))
    catalog: Any = stage.house.container.catalog
    with stage.channel():
        rows = catalog.media.rows().rows_for("event", [id])[id]
    return {"media_id": next(row.id for row in rows if row.type is MediaType.VOD)}


def a_pass(stage: Stage, email: str) -> None:
    """The viewer bought the package with 50 clips and 10 downloads."""
    a_package(stage, PASS, "clips")
    an_order(stage, email, "package", PASS)


def a_used_up_pass(stage: Stage, email: str) -> None:
    """The same, and made all 50 clips."""
    a_pass(stage, email)
    with stage.channel() as (channel_id, channel):
        account_id = channel.kept_accounts().by_email(email).id
        for second in range(50):
            clip = _clip(channel_id, account_id, GAME, 1, range=Range(second * 1000, 1000))
            stage.house.container.clips.kept().add(clip)


def a_clip(
    stage: Stage, id: int, event_id: int, email: str, uuid: str, state: str, failure_message: str = ""
) -> None:
    """A clip of this id, of 12.5 seconds of a recorded event. Who made it gets an account unless they have
    one."""
    account_id = _account(stage, email)
    with stage.channel() as (channel_id, _):
        medium = _recording(stage, channel_id, event_id).media_id
        clip = _clip(channel_id, account_id, EventId(event_id), medium, uuid=UUID(uuid))
        clip.state, clip.failure_message = WorkState(state), failure_message
        if clip.state is WorkState.READY:
            clip.progress, clip.size, clip.has_poster = 100, 7_400_000, True
        current_session().add(ClipRow(id=id, **clip_columns(clip)))


def a_clip_that_was_taken_away(stage: Stage, id: int, email: str) -> None:
    """The viewer took the file of this clip away."""
    with stage.channel() as (_, channel):
        account_id = channel.kept_accounts().by_email(email).id
        stage.house.container.clips.downloads().note(account_id, "clip", id, NOON)


def the_file_of_an_event(stage: Stage, event_id: int) -> None:
    """The MP4 of a whole recorded event, made by its job."""
    clips: Any = stage.house.container.clips
    with stage.channel() as (channel_id, _):
        footage = _recording(stage, channel_id, event_id)
        unmade = EventFile(
            id=EventFileId(0),
            channel_id=channel_id,
            event_id=EventId(event_id),
            media_id=footage.media_id,
            source=footage.source,
            folder=new_folder(DOWNLOADS, NOON),
            created_at=NOON,
            wanted_at=NOON,
        )
        ask_to_make(stage.house.container.outbox(), clips.event_files().add(unmade))


def _recording(stage: Stage, channel_id: ChannelId, event_id: int) -> Footage:
    found: Footage | None = stage.house.container.clips.footages().recorded(channel_id, EventId(event_id))
    if found is None:
        raise LookupError(f"Event {event_id} has no recording.")
    return found


def _account(stage: Stage, email: str) -> AccountId:
    with stage.channel() as (_, channel):
        known = channel.kept_accounts().by_email(email)
    if known is None:
        an_account(stage, email)
        return _account(stage, email)
    return AccountId(known.id)


def _clip(
    channel_id: ChannelId, account_id: AccountId, event_id: EventId, media_id: int, **changes: Any
) -> Clip:
    known: dict[str, Any] = {"uuid": uuid4(), "range": Range(10_040, 12_500), **changes}
    return Clip(
        id=ClipId(0),
        channel_id=channel_id,
        account_id=account_id,
        event_id=event_id,
        media_id=media_id,
        words=Words("Glove save", ("Save",)),
        folder=new_folder(CLIPS, NOON),
        offset_ms=2_040,
        width=320,
        height=180,
        frame_rate=25.0,
        created_at=NOON,
        **known,
    )


STATES: dict[str, Any] = {
    "a recorded event": a_recorded_event,
    "a pass with clips and downloads": a_pass,
    "a pass whose 50 clips are made": a_used_up_pass,
    "a clip": a_clip,
    "a clip that was taken away": a_clip_that_was_taken_away,
    "the file of an event": the_file_of_an_event,
}
