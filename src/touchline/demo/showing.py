"""Which events and library items of a pack show which film, and the hand-over of a film to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from touchline.catalog.adapters.cli.media_commands import MediaDesk
from touchline.catalog.application.add_media import VideoFile
from touchline.catalog.application.media_sources import captions_beside
from touchline.catalog.domain.media import Asset
from touchline.demo.footage.batch import Film
from touchline.demo.footage.specs import GameSpec, StillsSpec
from touchline.demo.publishing import LiveGame
from touchline.front.packs.pack import Pack
from touchline.platform.files import OpenFiles


@dataclass(frozen=True)
class Showing:
    """A channel's slug and, for each film's key, the keys of the events and library items whose recording it
    is, and of the events that show it live."""

    channel: str
    events: dict[str, list[str]]
    items: dict[str, list[str]]
    live_events: dict[str, list[str]]

    @classmethod
    def of(cls, pack: Pack) -> Showing:
        """From the pack's `demo_footage` and `demo_live` fields."""
        content = pack.content
        events, items = content["events"], content["library"]["items"]
        return cls(pack.slug, _by_film(events), _by_film(items), _by_film(events, "demo_live"))

    def live(self, films: Iterable[Film]) -> list[LiveGame]:
        """The games that are live, each with its film."""
        return [
            LiveGame(self.channel, key, film.path)
            for film in films
            for key in self.live_events.get(film.spec.key, [])
        ]

    def hand_over(self, desk: MediaDesk, film: Film) -> Asset | None:
        """Give a film to all that show it, in place of what they showed; `None` where nothing does."""
        events, items = self.events.get(film.spec.key, []), self.items.get(film.spec.key, [])
        if not events and not items:
            return None
        channel_id = desk.channel(self.channel)
        with desk.inside(channel_id):
            owners = [desk.owner("event", key) for key in events]
            owners += [desk.owner("library_item", key) for key in items]
            file = VideoFile(
                channel_id, film.path, tuple(owners), captions_beside(film.path), _name(film), replace=True
            )
            return desk.add(file)

    def keep_open(self, film: Film, files: OpenFiles) -> None:
        """A sponsor's film goes where the channel's pre-rolls look for it."""
        if isinstance(film.spec, StillsSpec) and film.spec.open_file:
            files.place(self.channel, film.spec.open_file, film.path)

    def state(self, desk: MediaDesk, asset: Asset) -> Asset:
        """The asset as it is now."""
        with desk.inside(asset.channel_id):
            return desk.assets.get(asset.id) or asset


def _by_film(rows: Iterable[dict[str, object]], field: str = "demo_footage") -> dict[str, list[str]]:
    shown: dict[str, list[str]] = {}
    for row in rows:
        if row.get(field):
            shown.setdefault(str(row[field]), []).append(str(row["key"]))
    return shown


def _name(film: Film) -> str:
    spec = film.spec
    return f"{spec.away.name} @ {spec.home.name}" if isinstance(spec, GameSpec) else spec.title
