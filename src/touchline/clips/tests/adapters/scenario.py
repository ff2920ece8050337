"""A channel with recorded events and one live event. The files are small, and nothing is encoded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import insert, update

from touchline.channel.facade import ChannelDetails
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.ids import ChannelId

RENDITION_SIZES: Mapping[str, tuple[int, int]] = {"v0": (1280, 720), "v1": (854, 480), "v2": (640, 360)}
LIVE_RENDITION_SIZES: Mapping[str, tuple[int, int]] = {"source": (1280, 720), "small": (640, 360)}
SEGMENT_MS = 4000
LIVE_SEGMENT_MS = 2000


def localized_text(english: str, french: str = "") -> dict[str, str]:
    """Return a text in English and, if given, French."""
    return {"en": english, "fr": french} if french else {"en": english}


def build_event(key: str, start_time: datetime, **changes: Any) -> dict[str, Any]:
    """Return an event of two hours: Cedar Ridge at Northgate."""
    return {
        "key": key,
        "away": "cedar-ridge",
        "home": "northgate",
        "name": None,
        "category": "hockey",
        "location": None,
        "starts": start_time,
        "duration": 7200,
        "pass": "free",
        "price": None,
        "score": None,
        "label": None,
        "description": localized_text("A rivalry."),
        "images": {"card": None, "poster": None},
        "geo": {},
        "live": None,
        "embed_url": None,
        "simulate_at": None,
        **changes,
    }


PAST_START = NOON - timedelta(hours=40, minutes=30)
EVENTS = [
    build_event("over", PAST_START),
    build_event("paid", PAST_START, **{"pass": "paid"}),
    build_event("abroad", PAST_START, geo={"block": ["US"]}),
    build_event("replay", PAST_START, simulate_at=NOON - timedelta(seconds=10)),
    build_event("on", NOON - timedelta(minutes=30)),
]


def build_pack_part(games: Sequence[dict[str, Any]] = EVENTS) -> dict[str, Any]:
    """Return the catalog's part of a pack."""
    category: dict[str, Any] = {
        "key": "hockey",
        "name": localized_text("Hockey"),
        "short_name": None,
        "image": None,
        "clip_tags": [],
    }
    defaults = dict.fromkeys(("sport", "gender", "color", "color_2", "image", "group"))
    teams = [("cedar-ridge", "Cedar Ridge", "CDR"), ("northgate", "Northgate", "NGT")]
    return {
        "language": "en",
        "categories": [{**category, "clip_tags": [], "sport": "hockey", "gender": "male", "weight": 1}],
        "locations": [],
        "properties": [],
        "groups": [],
        "participants": [
            {
                **defaults,
                "key": key,
                "name": localized_text(name),
                "short_name": localized_text(short),
                "category": "hockey",
                "children": [],
            }
            for key, name, short in teams
        ],
        "events": list(games),
        "library": {"categories": [], "items": [], "rails": []},
    }


@dataclass
class ClipScenario:
    """The channel with its season, and methods to change it."""

    application: Application
    channel: ChannelDetails
    folders: int = field(default=0)

    @property
    def storage(self) -> Any:
        return self.application.container.clips.files()._storage

    def transaction(self) -> Any:
        return self.application.container.database().transaction(self.channel.id)

    def apply(self, games: Sequence[dict[str, Any]] = EVENTS) -> None:
        """Apply the season with these events."""
        with self.transaction():
            self.application.container.catalog.facade().apply_pack(build_pack_part(games))

    def get_event_id(self, key: str) -> int:
        """Return the ID of an event."""
        with self.transaction():
            return int(self.application.container.catalog.facade().list_ids_by_key("event")[key])

    def put_file(self, key: str, content: bytes | str) -> None:
        """Store a file."""
        data = content.encode() if isinstance(content, str) else content
        with self.storage.workspace("scene") as workspace:
            (workspace / "file").write_bytes(data)
            self.storage.put(key, workspace / "file")

    def add_recording(self, key: str, segments: int = 10) -> int:
        """Add a recording in three renditions to an event and return its media ID."""
        folder = self._write_recording(segments)
        width, height = RENDITION_SIZES["v0"]
        asset = self.insert_row(
            "media_asset",
            version=1,
            source_sha256=uuid4().hex,
            source_name="game.mp4",
            state="ready",
            progress=100,
            failure_message="",
            attempts=1,
            lease="",
            folder=folder,
            duration_ms=segments * SEGMENT_MS,
            width=width,
            height=height,
            frame_rate=25.0,
            has_audio=True,
            has_captions=False,
            storyboard=False,
        )
        self._update_event(key, recorded=True)
        return self._insert_medium(key, type=3, asset_id=asset)

    def start_live(self, key: str = "on") -> LiveStreamScenario:
        """Start an encoder that publishes an event."""
        self.folders += 1
        folder = f"live/{self.folders}-00ff"
        start = NOON - timedelta(minutes=20)
        medium = self._insert_medium(
            key, type=2, url=f"{folder}/master.m3u8", start_ts=int(start.timestamp())
        )
        self._update_event(key, publishing=True)
        self.put_file(f"{folder}/master.m3u8", _master_playlist(LIVE_RENDITION_SIZES, "{}.m3u8"))
        return LiveStreamScenario(self, folder, medium, start + timedelta(milliseconds=400))

    def grant_pass(
        self, viewer: Visitor, *capabilities: str, of_category: int | None = None, **limits: int
    ) -> None:
        """Sell the viewer a season pass for all categories, or for one."""
        grant = {
            "capabilities": ["watch", *capabilities],
            "event_id": None,
            "category_ids": [of_category] if of_category else [],
            "participant_id": None,
            "limits": limits,
            "term": {},
        }
        self.insert_row(
            "billing_order",
            uuid=uuid4().hex,
            account_id=viewer.data("/profile")["id"],
            kind="package",
            product_id=1,
            product={"name": localized_text("Season"), "period": None},
            grant=grant,
            status="paid",
            currency="USD",
            base_minor=1000,
            fee_minor=0,
            discount_minor=0,
            trial_days=0,
            created_at=NOON - timedelta(days=30),
            starts_at=NOON - timedelta(days=30),
            version=1,
        )

    def get_clip(self, clip_id: int) -> Clip:
        """Return the stored clip."""
        with self.transaction():
            found: Clip | None = self.application.container.clips.clips().get(ClipId(clip_id))
        assert found is not None
        return found

    def finish_clip(self, clip_id: int, content: bytes = b"mp4" * 1000) -> None:
        """Finish a clip as its job does."""
        self.put_file(self.get_clip(clip_id).file_key, content)
        self.put_file(self.get_clip(clip_id).poster_key, b"\xff\xd8poster")

        def apply_change(clip: Clip) -> None:
            clip.begin("test", NOON)
            clip.has_poster = True
            clip.finish("test", len(content))

        self.application.container.clips.processing_store().update_clip(
            ChannelId(self.channel.id), ClipId(clip_id), apply_change
        )

    def fail_clip(self, clip_id: int, reason: str = "A segment is damaged.") -> None:
        """Make a clip fail as its job does."""

        def apply_change(clip: Clip) -> None:
            clip.begin("test", NOON)
            clip.fail("test", reason)

        self.application.container.clips.processing_store().update_clip(
            ChannelId(self.channel.id), ClipId(clip_id), apply_change
        )

    def insert_row(self, table: str, **values: Any) -> int:
        """Insert a row of the channel and return its ID."""
        rows = Base.metadata.tables[table]
        with self.transaction() as session:
            insert_query = insert(rows).values(channel_id=self.channel.id, **values).returning(rows.c.id)
            return int(session.execute(insert_query).scalar_one())

    def list_files(self, prefix: str) -> list[str]:
        """Return the keys below a prefix."""
        return list(self.storage.list(prefix))

    def _write_recording(self, segments: int) -> str:
        self.folders += 1
        folder = f"assets/{self.folders}-00ff"
        with self.storage.workspace("scene") as workspace:
            (workspace / "master.m3u8").write_text(_master_playlist(RENDITION_SIZES, "{}/index.m3u8"))
            for name in RENDITION_SIZES:
                (workspace / name).mkdir()
                (workspace / name / "index.m3u8").write_text(_media_playlist(segments))
                for number in range(segments):
                    (workspace / name / f"{number:05}.ts").write_bytes(f"{name} {number}".encode())
            self.storage.publish(workspace, folder)
        return folder

    def _insert_medium(self, key: str, **values: Any) -> int:
        defaults = {
            "owner_kind": "event",
            "owner_id": self.get_event_id(key),
            "name": "",
            "url": "",
            "position": 0,
        }
        return self.insert_row("event_media", **{**defaults, **values})

    def _update_event(self, key: str, **values: bool) -> None:
        rows = Base.metadata.tables["catalog_event"]
        conditions = (rows.c.channel_id == self.channel.id, rows.c.key == key)
        with self.transaction() as session:
            session.execute(update(rows).where(*conditions).values(**values))


@dataclass
class LiveStreamScenario:
    """A live stream whose segments are published and removed.

    `gaps` maps the number of a segment to how long the encoder was disconnected before it.
    """

    scenario: ClipScenario
    folder: str
    media_id: int
    starts_at: datetime
    published_count: int = 0
    removed_count: int = 0
    gaps: dict[int, timedelta] = field(default_factory=dict)

    def publish(self, segments: int) -> None:
        """Publish more segments."""
        for number in range(self.published_count, self.published_count + segments):
            for name in LIVE_RENDITION_SIZES:
                self.scenario.put_file(
                    f"{self.folder}/{name}/{self._get_segment_name(number)}", f"{name} {number}"
                )
        self.published_count += segments
        self._write_playlists()

    def reconnect(self, after: timedelta) -> None:
        """Disconnect the encoder for a while."""
        self.gaps[self.published_count] = after

    def remove_oldest(self, segments: int) -> None:
        """Remove the oldest segments from the playlists and the disk."""
        for number in range(self.removed_count, self.removed_count + segments):
            for name in LIVE_RENDITION_SIZES:
                self.scenario.storage.remove(f"{self.folder}/{name}/{self._get_segment_name(number)}")
        self.removed_count += segments
        self._write_playlists()

    def _write_playlists(self) -> None:
        for name in LIVE_RENDITION_SIZES:
            self.scenario.put_file(f"{self.folder}/{name}.m3u8", self._playlist(name))

    def _playlist(self, name: str) -> str:
        lines = ["#EXTM3U", "#EXT-X-VERSION:6", f"#EXT-X-MEDIA-SEQUENCE:{self.removed_count}"]
        for number in range(self.removed_count, self.published_count):
            if number == self.removed_count or number in self.gaps:
                lines += ["#EXT-X-DISCONTINUITY"] if number != self.removed_count else []
                lines += [
                    f"#EXT-X-PROGRAM-DATE-TIME:{self._get_segment_time(number).isoformat(timespec='milliseconds')}"
                ]
            lines += [f"#EXTINF:{LIVE_SEGMENT_MS / 1000:.3f},", f"{name}/{self._get_segment_name(number)}"]
        return "\n".join(lines) + "\n"

    def _get_segment_time(self, number: int) -> datetime:
        outage = sum(
            (gap for number_before, gap in self.gaps.items() if number_before <= number), timedelta()
        )
        return (self.starts_at + number * timedelta(milliseconds=LIVE_SEGMENT_MS) + outage).astimezone(UTC)

    def _get_segment_name(self, number: int) -> str:
        run = 1 + sum(number_before <= number for number_before in self.gaps)
        first = max((number_before for number_before in self.gaps if number_before <= number), default=0)
        return f"{run}-{number - first:05}.ts"


def _master_playlist(sizes: Mapping[str, tuple[int, int]], uri: str) -> str:
    lines = ["#EXTM3U", "#EXT-X-VERSION:6"]
    for name, (width, height) in sizes.items():
        lines.append(f'#EXT-X-STREAM-INF:BANDWIDTH={width * 1000},RESOLUTION={width}x{height},CODECS="avc1"')
        lines.append(uri.format(name))
    return "\n".join(lines) + "\n"


def _media_playlist(segments: int) -> str:
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:4", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for number in range(segments):
        lines += [f"#EXTINF:{SEGMENT_MS / 1000:.3f},", f"{number:05}.ts"]
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"
