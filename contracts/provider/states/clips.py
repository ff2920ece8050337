"""Provider states of context clips: a game of a minute that is really packaged, passes that are really
bought, and clips as their jobs leave them.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states.accounts import create_account
from contracts.provider.states.billing import create_order, create_package
from contracts.provider.states.catalog import create_event, make_video
from touchline.catalog.domain.media.assets import MediaType
from touchline.clips.adapters.sql.columns import clip_columns
from touchline.clips.adapters.sql.highlights import highlight_columns
from touchline.clips.adapters.sql.tables import ClipRow, HighlightRow, ReelRow
from touchline.clips.application.processing.job_requests import request_event_file
from touchline.clips.domain.clip import Clip, ClipDetails, ClipOrigin, Range
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.folders import CLIPS, DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage
from touchline.clips.domain.highlight import BigMoment, Highlight
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.domain.moderation import Report, ReportReason
from touchline.platform.db.session import current_session
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.work import WorkState

PACKAGE_ID = 40
"""The package with 50 clips and 10 downloads."""
EVENT_ID = EventId(12)


def create_recorded_event(environment: ProviderEnvironment, id: int, seconds: int) -> dict[str, Any]:
    """Create a free game with this id and a recording of `seconds` seconds. Returns the `media_id` of the
    recording.
    """
    create_event(environment, id, stream_status="finished", recorded=False)
    channel_id = environment.apply_pack()
    environment.add_recording(channel_id, "event", id, make_video(seconds))
    catalog: Any = environment.application.container.catalog
    with environment.open_channel():
        rows = catalog.media_items().list_for_owners("event", [id])[id]
    return {"media_id": next(row.id for row in rows if row.type is MediaType.VOD)}


def create_pass(environment: ProviderEnvironment, email: str) -> None:
    """Buy the package with 50 clips and 10 downloads as the viewer."""
    create_package(environment, PACKAGE_ID, "clips")
    create_order(environment, email, "package", PACKAGE_ID)


def create_used_pass(environment: ProviderEnvironment, email: str) -> None:
    """Buy the package, and make all 50 clips."""
    create_pass(environment, email)
    with environment.open_channel() as (channel_id, channel):
        account_id = channel.accounts().get_by_email(email).id
        for second in range(50):
            clip = _build_clip(channel_id, account_id, EVENT_ID, 1, range=Range(second * 1000, 1000))
            environment.application.container.clips.clips().add(clip)


def create_clip(
    environment: ProviderEnvironment,
    id: int,
    event_id: int,
    email: str,
    uuid: str,
    state: str,
    failure_message: str = "",
    failure_code: str = "",
) -> None:
    """Create a clip with this id of 12.5 seconds of a recorded event. Its owner gets an account if they have
    none.
    """
    account_id = _get_or_create_account(environment, email)
    with environment.open_channel() as (channel_id, _):
        media = _get_recording(environment, channel_id, event_id).media_id
        clip = _build_clip(channel_id, account_id, EventId(event_id), media, uuid=UUID(uuid))
        clip.state, clip.failure_message, clip.failure_code = WorkState(state), failure_message, failure_code
        if clip.state is WorkState.READY:
            clip.progress, clip.size, clip.has_poster = 100, 7_400_000, True
        current_session().add(ClipRow(id=id, **clip_columns(clip)))


def create_downloaded_clip(environment: ProviderEnvironment, id: int, email: str) -> None:
    """Download the clip's file as the viewer."""
    with environment.open_channel() as (_, channel):
        account_id = channel.accounts().get_by_email(email).id
        environment.application.container.clips.downloads().add(account_id, "clip", id, NOON)


def create_event_file(environment: ProviderEnvironment, event_id: int) -> None:
    """Create the MP4 of a complete recorded event, as its job does."""
    clips: Any = environment.application.container.clips
    with environment.open_channel() as (channel_id, _):
        footage = _get_recording(environment, channel_id, event_id)
        event_file = EventFile(
            id=EventFileId(0),
            channel_id=channel_id,
            event_id=EventId(event_id),
            media_id=footage.media_id,
            source=footage.source,
            folder=new_folder(DOWNLOADS, NOON),
            created_at=NOON,
            requested_at=NOON,
        )
        request_event_file(environment.application.container.outbox(), clips.event_files().add(event_file))


def create_moderator(environment: ProviderEnvironment, email: str) -> None:
    """Make the viewer an operator."""
    with environment.open_channel() as (_, channel):
        channel.operator_admin().add(email)


def feature_clip(environment: ProviderEnvironment, id: int) -> None:
    """Feature the clip with this id on the home page."""
    clips: Any = environment.application.container.clips
    with environment.open_channel():
        clips.moderate_clips().feature(ClipId(id))


def create_highlights(environment: ProviderEnvironment, id: int, event_id: int) -> None:
    """Create a highlight with this id and its clip, and a reel of it, as their job leaves them."""
    with environment.open_channel() as (channel_id, _):
        media = _get_recording(environment, channel_id, event_id).media_id
        reel_id = id + 1
        for clip_id, origin in ((id, ClipOrigin.HIGHLIGHT), (reel_id, ClipOrigin.REEL)):
            clip = _build_clip(channel_id, None, EventId(event_id), media, origin=origin, approved_at=NOON)
            clip.state, clip.progress, clip.size, clip.has_poster = WorkState.READY, 100, 7_400_000, True
            current_session().add(ClipRow(id=clip_id, **clip_columns(clip)))
        names = {"en": "Goal – T1 1–0"}
        moment = BigMoment(str(uuid4()), round(NOON.timestamp() * 1000), {"en": "Goal"}, names)
        highlight = Highlight.create(channel_id, EventId(event_id), moment, NOON)
        highlight.clip_id, highlight.is_pending = ClipId(id), False
        current_session().add(HighlightRow(id=id, **highlight_columns(highlight)))
        current_session().add(
            ReelRow(event_id=event_id, clip_id=reel_id, revision=1, made_revision=1, content="all")
        )


def create_report(environment: ProviderEnvironment, id: int) -> None:
    """Report the clip with this id."""
    clips: Any = environment.application.container.clips
    with environment.open_channel():
        report = Report(id, ReportReason.BULLYING, "The name is mean.", "somebody", NOON)
        clips.reports().add(report)


def _get_recording(environment: ProviderEnvironment, channel_id: ChannelId, event_id: int) -> Footage:
    recording: Footage | None = environment.application.container.clips.event_catalog().find_recording(
        channel_id, EventId(event_id)
    )
    if recording is None:
        raise LookupError(f"Event {event_id} has no recording.")
    return recording


def _get_or_create_account(environment: ProviderEnvironment, email: str) -> AccountId:
    with environment.open_channel() as (_, channel):
        account = channel.accounts().get_by_email(email)
    if account is None:
        create_account(environment, email)
        return _get_or_create_account(environment, email)
    return AccountId(account.id)


def _build_clip(
    channel_id: ChannelId, account_id: AccountId | None, event_id: EventId, media_id: int, **changes: Any
) -> Clip:
    values: dict[str, Any] = {"uuid": uuid4(), "range": Range(10_040, 12_500), **changes}
    return Clip(
        id=ClipId(0),
        channel_id=channel_id,
        account_id=account_id,
        event_id=event_id,
        media_id=media_id,
        details=ClipDetails("Glove save", ("Save",)),
        folder=new_folder(CLIPS, NOON),
        offset_ms=2_040,
        width=320,
        height=180,
        frame_rate=25.0,
        created_at=NOON,
        **values,
    )


STATES: dict[str, Any] = {
    "a recorded event": create_recorded_event,
    "a pass with clips and downloads": create_pass,
    "a pass without clips left": create_used_pass,
    "a clip": create_clip,
    "a moderator": create_moderator,
    "a featured clip": feature_clip,
    "highlights": create_highlights,
    "a reported clip": create_report,
    "a downloaded clip": create_downloaded_clip,
    "the file of an event": create_event_file,
}
