"""Mapping from demo videos to the events and library items of a pack that show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from touchline.catalog.adapters.cli.recording_commands import RecordingCommandContext
from touchline.catalog.application.media.add_media import VideoUpload
from touchline.catalog.application.media.media_sources import find_caption_files
from touchline.catalog.domain.media.assets import Asset
from touchline.demo.footage.batch import VideoFile
from touchline.demo.footage.specs import GameSpec, StillsSpec
from touchline.demo.live_encoder import LiveEvent
from touchline.demo.recorded_scores import RecordedScores
from touchline.front.packs.pack import Pack
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.ids import EventId


@dataclass(frozen=True)
class VideoUsage:
    """The videos of one channel and where they are shown.

    `channel` is a slug. The other fields map the key of a video to keys: `events` and `items` that have the
    video as recording, and `live_events` that show it live.
    """

    channel: str
    events: dict[str, list[str]]
    items: dict[str, list[str]]
    live_events: dict[str, list[str]]

    @classmethod
    def from_pack(cls, pack: Pack) -> VideoUsage:
        """Create the mapping from the pack's `demo_footage` and `demo_live` fields."""
        content = pack.content
        events, items = content["events"], content["library"]["items"]
        return cls(
            pack.slug, _group_by_video(events), _group_by_video(items), _group_by_video(events, "demo_live")
        )

    def list_live_events(self, videos: Iterable[VideoFile]) -> list[LiveEvent]:
        """List the live events with their videos."""
        return [
            LiveEvent(self.channel, key, video.path)
            for video in videos
            for key in self.live_events.get(video.spec.key, [])
        ]

    def add_to_catalog(self, context: RecordingCommandContext, video: VideoFile) -> Asset | None:
        """Add a video to all events and library items that show it, in place of their previous one.

        Returns None if nothing shows the video.
        """
        events, items = self.events.get(video.spec.key, []), self.items.get(video.spec.key, [])
        if not events and not items:
            return None
        channel_id = context.get_channel_id(self.channel)
        with context.channel_transaction(channel_id):
            owners = [context.find_owner("event", key) for key in events]
            owners += [context.find_owner("library_item", key) for key in items]
            file = VideoUpload(
                channel_id,
                video.path,
                tuple(owners),
                find_caption_files(video.path),
                _get_source_name(video),
                replace=True,
            )
            return context.add_media(file)

    def record_scores(
        self, context: RecordingCommandContext, video: VideoFile, scores: RecordedScores
    ) -> None:
        """Write the timelines of the finished games that show a video."""
        keys = self.events.get(video.spec.key, [])
        if not keys:
            return
        with context.channel_transaction(context.get_channel_id(self.channel)):
            for key in keys:
                scores.record(EventId(context.find_owner("event", key).id), video.path)

    def publish_open_file(self, video: VideoFile, files: PublicFiles) -> None:
        """Publish a sponsor's video at the path where the channel's pre-rolls expect it."""
        if isinstance(video.spec, StillsSpec) and video.spec.open_file:
            files.replace(self.channel, video.spec.open_file, video.path)

    def get_asset(self, context: RecordingCommandContext, asset: Asset) -> Asset:
        """Return the current state of an asset."""
        with context.channel_transaction(asset.channel_id):
            return context.assets.get(asset.id) or asset


def _group_by_video(rows: Iterable[dict[str, object]], field: str = "demo_footage") -> dict[str, list[str]]:
    keys_by_video: dict[str, list[str]] = {}
    for row in rows:
        if row.get(field):
            keys_by_video.setdefault(str(row[field]), []).append(str(row["key"]))
    return keys_by_video


def _get_source_name(video: VideoFile) -> str:
    spec = video.spec
    return f"{spec.away.name} @ {spec.home.name}" if isinstance(spec, GameSpec) else spec.title
