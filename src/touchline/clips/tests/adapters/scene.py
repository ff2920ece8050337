"""A channel with games that were recorded and one that is on: small files, and nothing that is encoded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import insert, update

from touchline.channel.facade import ChannelFacts
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.shared.ids import ChannelId

SIZES: Mapping[str, tuple[int, int]] = {"v0": (1280, 720), "v1": (854, 480), "v2": (640, 360)}
LIVE_SIZES: Mapping[str, tuple[int, int]] = {"source": (1280, 720), "small": (640, 360)}
SEGMENT_MS = 4000
LIVE_SEGMENT_MS = 2000


def text(english: str, french: str = "") -> dict[str, str]:
    """A text in English and, where given, in French."""
    return {"en": english, "fr": french} if french else {"en": english}


def game(key: str, starts: datetime, **changes: Any) -> dict[str, Any]:
    """Cedar Ridge at Northgate, two hours."""
    return {
        "key": key,
        "away": "cedar-ridge",
        "home": "northgate",
        "name": None,
        "category": "hockey",
        "location": None,
        "starts": starts,
        "duration": 7200,
        "pass": "free",
        "price": None,
        "score": None,
        "label": None,
        "description": text("A rivalry."),
        "images": {"card": None, "poster": None},
        "geo": {},
        "live": None,
        "embed_url": None,
        "simulate_at": None,
        **changes,
    }


EARLIER = NOON - timedelta(hours=40, minutes=30)
GAMES = [
    game("over", EARLIER),
    game("paid", EARLIER, **{"pass": "paid"}),
    game("abroad", EARLIER, geo={"block": ["US"]}),
    game("replay", EARLIER, simulate_at=NOON - timedelta(seconds=10)),
    game("on", NOON - timedelta(minutes=30)),
]


def pack_part(games: Sequence[dict[str, Any]] = GAMES) -> dict[str, Any]:
    """The catalogue's part of a pack."""
    category: dict[str, Any] = {
        "key": "hockey",
        "name": text("Hockey"),
        "short_name": None,
        "image": None,
        "clip_tags": [],
    }
    unsaid = dict.fromkeys(("sport", "gender", "color", "color_2", "image", "group"))
    teams = [("cedar-ridge", "Cedar Ridge", "CDR"), ("northgate", "Northgate", "NGT")]
    return {
        "language": "en",
        "categories": [{**category, "clip_tags": [], "sport": "hockey", "gender": "male", "weight": 1}],
        "locations": [],
        "properties": [],
        "groups": [],
        "participants": [
            {
                **unsaid,
                "key": key,
                "name": text(name),
                "short_name": text(short),
                "category": "hockey",
                "children": [],
            }
            for key, name, short in teams
        ],
        "events": list(games),
        "library": {"categories": [], "items": [], "rails": []},
    }


@dataclass
class Scene:
    """The channel with its season, and what happens there."""

    house: House
    channel: ChannelFacts
    folders: int = field(default=0)

    @property
    def storage(self) -> Any:
        return self.house.container.clips.files()._storage

    def transaction(self) -> Any:
        return self.house.container.database().transaction(self.channel.id)

    def apply(self, games: Sequence[dict[str, Any]] = GAMES) -> None:
        """Make the season that of these games."""
        with self.transaction():
            self.house.container.catalog.facade().apply_pack(pack_part(games))

    def event(self, key: str) -> int:
        """The id of a game."""
        with self.transaction():
            return int(self.house.container.catalog.facade().ids_by_key("event")[key])

    def put(self, key: str, content: bytes | str) -> None:
        """Keep a file."""
        data = content.encode() if isinstance(content, str) else content
        with self.storage.workspace("scene") as workspace:
            (workspace / "file").write_bytes(data)
            self.storage.put(key, workspace / "file")

    def film(self, key: str, segments: int = 10) -> int:
        """Give a game a recording in three sizes; the id of its medium."""
        folder = self._film(segments)
        width, height = SIZES["v0"]
        asset = self.insert(
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
        self._mark(key, recorded=True)
        return self._medium(key, type=3, asset_id=asset)

    def live(self, key: str = "on") -> LiveScene:
        """Have an encoder publish a game."""
        self.folders += 1
        folder = f"live/{self.folders}-00ff"
        start = NOON - timedelta(minutes=20)
        medium = self._medium(key, type=2, url=f"{folder}/master.m3u8", start_ts=int(start.timestamp()))
        self._mark(key, publishing=True)
        self.put(f"{folder}/master.m3u8", _master(LIVE_SIZES, "{}.m3u8"))
        return LiveScene(self, folder, medium, start + timedelta(milliseconds=400))

    def allow(
        self, viewer: Visitor, *capabilities: str, of_category: int | None = None, **limits: int
    ) -> None:
        """Sell the viewer a season pass, of all categories or of one."""
        grant = {
            "capabilities": ["watch", *capabilities],
            "event_id": None,
            "category_ids": [of_category] if of_category else [],
            "participant_id": None,
            "limits": limits,
            "term": {},
        }
        self.insert(
            "billing_order",
            uuid=uuid4().hex,
            account_id=viewer.data("/profile")["id"],
            kind="package",
            product_id=1,
            product={"name": text("Season"), "period": None},
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

    def clip(self, clip_id: int) -> Clip:
        """The clip as it is kept."""
        with self.transaction():
            found: Clip | None = self.house.container.clips.kept().get(ClipId(clip_id))
        assert found is not None
        return found

    def finish(self, clip_id: int, content: bytes = b"mp4" * 1000) -> None:
        """Do what its job does."""
        self.put(self.clip(clip_id).file_key, content)
        self.put(self.clip(clip_id).poster_key, b"\xff\xd8poster")

        def act(clip: Clip) -> None:
            clip.begin("test", NOON)
            clip.has_poster = True
            clip.finish("test", len(content))

        self.house.container.clips.ledger().change(ChannelId(self.channel.id), ClipId(clip_id), act)

    def fail(self, clip_id: int, reason: str = "A segment is damaged.") -> None:
        """Have its job fail."""

        def act(clip: Clip) -> None:
            clip.begin("test", NOON)
            clip.fail("test", reason)

        self.house.container.clips.ledger().change(ChannelId(self.channel.id), ClipId(clip_id), act)

    def insert(self, table: str, **values: Any) -> int:
        """A row of the channel; its id."""
        rows = Base.metadata.tables[table]
        with self.transaction() as session:
            made = insert(rows).values(channel_id=self.channel.id, **values).returning(rows.c.id)
            return int(session.execute(made).scalar_one())

    def files(self, prefix: str) -> list[str]:
        """The keys below a prefix."""
        return list(self.storage.list(prefix))

    def _film(self, segments: int) -> str:
        self.folders += 1
        folder = f"assets/{self.folders}-00ff"
        with self.storage.workspace("scene") as workspace:
            (workspace / "master.m3u8").write_text(_master(SIZES, "{}/index.m3u8"))
            for name in SIZES:
                (workspace / name).mkdir()
                (workspace / name / "index.m3u8").write_text(_recorded(segments))
                for number in range(segments):
                    (workspace / name / f"{number:05}.ts").write_bytes(f"{name} {number}".encode())
            self.storage.publish(workspace, folder)
        return folder

    def _medium(self, key: str, **values: Any) -> int:
        unsaid = {"owner_kind": "event", "owner_id": self.event(key), "name": "", "url": "", "position": 0}
        return self.insert("event_media", **{**unsaid, **values})

    def _mark(self, key: str, **values: bool) -> None:
        rows = Base.metadata.tables["catalog_event"]
        mine = (rows.c.channel_id == self.channel.id, rows.c.key == key)
        with self.transaction() as session:
            session.execute(update(rows).where(*mine).values(**values))


@dataclass
class LiveScene:
    """A live stream whose segments come and go. `breaks` are the numbers before which the encoder was away,
    and for how long."""

    scene: Scene
    folder: str
    medium: int
    starts_at: datetime
    made: int = 0
    gone: int = 0
    breaks: dict[int, timedelta] = field(default_factory=dict)

    def publish(self, segments: int) -> None:
        """So many more segments."""
        for number in range(self.made, self.made + segments):
            for name in LIVE_SIZES:
                self.scene.put(f"{self.folder}/{name}/{self._file(number)}", f"{name} {number}")
        self.made += segments
        self._tell()

    def reconnect(self, after: timedelta) -> None:
        """The encoder is away for a while."""
        self.breaks[self.made] = after

    def slide(self, segments: int) -> None:
        """Let the oldest segments go, from the playlists and from the disk."""
        for number in range(self.gone, self.gone + segments):
            for name in LIVE_SIZES:
                self.scene.storage.remove(f"{self.folder}/{name}/{self._file(number)}")
        self.gone += segments
        self._tell()

    def _tell(self) -> None:
        for name in LIVE_SIZES:
            self.scene.put(f"{self.folder}/{name}.m3u8", self._playlist(name))

    def _playlist(self, name: str) -> str:
        lines = ["#EXTM3U", "#EXT-X-VERSION:6", f"#EXT-X-MEDIA-SEQUENCE:{self.gone}"]
        for number in range(self.gone, self.made):
            if number == self.gone or number in self.breaks:
                lines += ["#EXT-X-DISCONTINUITY"] if number != self.gone else []
                lines += [f"#EXT-X-PROGRAM-DATE-TIME:{self._at(number).isoformat(timespec='milliseconds')}"]
            lines += [f"#EXTINF:{LIVE_SEGMENT_MS / 1000:.3f},", f"{name}/{self._file(number)}"]
        return "\n".join(lines) + "\n"

    def _at(self, number: int) -> datetime:
        away = sum((gap for place, gap in self.breaks.items() if place <= number), timedelta())
        return (self.starts_at + number * timedelta(milliseconds=LIVE_SEGMENT_MS) + away).astimezone(UTC)

    def _file(self, number: int) -> str:
        take = 1 + sum(place <= number for place in self.breaks)
        first = max((place for place in self.breaks if place <= number), default=0)
        return f"{take}-{number - first:05}.ts"


def _master(sizes: Mapping[str, tuple[int, int]], uri: str) -> str:
    lines = ["#EXTM3U", "#EXT-X-VERSION:6"]
    for name, (width, height) in sizes.items():
        lines.append(f'#EXT-X-STREAM-INF:BANDWIDTH={width * 1000},RESOLUTION={width}x{height},CODECS="avc1"')
        lines.append(uri.format(name))
    return "\n".join(lines) + "\n"


def _recorded(segments: int) -> str:
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:4", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for number in range(segments):
        lines += [f"#EXTINF:{SEGMENT_MS / 1000:.3f},", f"{number:05}.ts"]
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"
