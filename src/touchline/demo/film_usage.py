"""Mapping from demo films to the events and library items of a pack that show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from touchline.catalog.adapters.cli.recording_commands import RecordingCommandContext
from touchline.catalog.application.media.add_media import VideoUpload
from touchline.catalog.application.media.media_sources import find_caption_files
from touchline.catalog.domain.media.assets import Asset
from touchline.demo.footage.batch import Film
from touchline.demo.footage.specs import GameSpec, StillsSpec
from touchline.demo.live_encoder import LiveEvent
from touchline.front.packs.pack import Pack
from touchline.platform.files.public_files import PublicFiles


@dataclass(frozen=True)
class FilmUsage:
    """The films of one channel and where they are shown.

    `channel` is a slug. The other fields map the key of a film to keys: `events` and `items` that have the
    film as recording, and `live_events` that show it live.
    """

    channel: str
    events: dict[str, list[str]]
    items: dict[str, list[str]]
    live_events: dict[str, list[str]]

    @classmethod
    def from_pack(cls, pack: Pack) -> FilmUsage:
        """Create the mapping from the pack's `demo_footage` and `demo_live` fields."""
        content = pack.content
        events, items = content["events"], content["library"]["items"]
        return cls(
            pack.slug, _group_by_film(events), _group_by_film(items), _group_by_film(events, "demo_live")
        )

    def list_live_events(self, films: Iterable[Film]) -> list[LiveEvent]:
        """List the live events with their films."""
        return [
            LiveEvent(self.channel, key, film.path)
            for film in films
            for key in self.live_events.get(film.spec.key, [])
        ]

    def add_to_catalog(self, desk: RecordingCommandContext, film: Film) -> Asset | None:
        """Add a film to all events and library items that show it, in place of their previous video.

        Returns None if nothing shows the film.
        """
        events, items = self.events.get(film.spec.key, []), self.items.get(film.spec.key, [])
        if not events and not items:
            return None
        channel_id = desk.get_channel_id(self.channel)
        with desk.channel_transaction(channel_id):
            owners = [desk.find_owner("event", key) for key in events]
            owners += [desk.find_owner("library_item", key) for key in items]
            file = VideoUpload(
                channel_id,
                film.path,
                tuple(owners),
                find_caption_files(film.path),
                _get_source_name(film),
                replace=True,
            )
            return desk.add_media(file)

    def publish_open_file(self, film: Film, files: PublicFiles) -> None:
        """Publish a sponsor's film at the path where the channel's pre-rolls expect it."""
        if isinstance(film.spec, StillsSpec) and film.spec.open_file:
            files.replace(self.channel, film.spec.open_file, film.path)

    def get_asset(self, desk: RecordingCommandContext, asset: Asset) -> Asset:
        """Return the current state of an asset."""
        with desk.channel_transaction(asset.channel_id):
            return desk.assets.get(asset.id) or asset


def _group_by_film(rows: Iterable[dict[str, object]], field: str = "demo_footage") -> dict[str, list[str]]:
    keys_by_film: dict[str, list[str]] = {}
    for row in rows:
        if row.get(field):
            keys_by_film.setdefault(str(row[field]), []).append(str(row["key"]))
    return keys_by_film


def _get_source_name(film: Film) -> str:
    spec = film.spec
    return f"{spec.away.name} @ {spec.home.name}" if isinstance(spec, GameSpec) else spec.title
