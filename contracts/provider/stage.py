"""What provider states are set up with: the composed house, a small channel pack, and the real use cases."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dependency_injector import providers
from sqlalchemy import Engine, event, text

from adapters.payments.fake_stripe.running import Running
from contracts.provider.social import KnownPeople
from touchline.catalog.application.add_media import VideoFile
from touchline.catalog.domain.media import Asset, Owner, OwnerKind
from touchline.catalog.ports.media import Assets
from touchline.channel.adapters.argon2_passwords import Argon2Passwords
from touchline.channel.domain.keys import Session, hash_of
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.platform.settings import Settings
from touchline.platform.tests.db.emptied import empty
from touchline.platform.tests.db.stages import Stages
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId, EventId

PACK = Path(__file__).parent / "pack"
SLUG = "prairie"
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
COUNT_FROM_1 = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
COUNT_ON = "setval(pg_get_serial_sequence('{0}', '{1}'), (SELECT coalesce(max({1}), 0) + 1 FROM {0}), false)"
Ids = Mapping[tuple[str, str], int]


class Stage:
    """One deployment with one channel. Jobs run at once and the clock stands at `NOON`; `stand_in` takes the
    money."""

    def __init__(self, database_url: str, var: Path, stand_in: Running) -> None:
        self.stand_in = stand_in
        self.house = House(
            Settings(
                var=var,
                database_url=database_url,
                secret_key="a key that only contracts have",  # noqa: S106
                queue="inline",
                default_channel=SLUG,
                throttle_api_keys=10_000,
                throttle_address_factor=100,
                payments="fake",
                fake_stripe_port=stand_in.port,
            )
        )
        self.house.container.clock.override(providers.Singleton(FixedClock, NOON))
        self._channel: Any = self.house.container.channel
        self._channel.social_providers.override(providers.Object(KnownPeople()))
        quick = providers.Singleton(Argon2Passwords, passes=1, memory_kib=8, lanes=1)
        self._channel.passwords.override(quick)
        self._database = self.house.container.database()
        self._pack = var / "pack"
        self._applied: ChannelId | None = None
        self._written: list[tuple[str, ...]] = []
        self._films: dict[Path, Asset] = {}
        Base.metadata.create_all(self._database.engine)
        self._stages = Stages(self._database.engine)
        self._counts_on = _counting_on(self._database.engine)
        self.clear()

    def clear(self) -> None:
        """Empty tables whose ids count from 1 again, nothing counted or paid, and the pack as it stands in
        the repository."""
        engine = self._database.engine
        empty(engine)
        if engine.dialect.name == "postgresql":  # SQLite counts on from the highest id there is
            with engine.begin() as connection:
                connection.execute(text(COUNT_FROM_1))
        self._channel.throttle().storage.reset()
        self.stand_in.reset()
        shutil.rmtree(self._pack, ignore_errors=True)
        shutil.copytree(PACK, self._pack)
        self._applied, self._written = None, []

    def write(self, file: str, text: str) -> None:
        """Add text to a file of the pack; `apply` makes it true."""
        with (self._pack / file).open("a", encoding="utf-8") as out:
            out.write(text)
        self._applied, self._written = None, [*self._written, (file, text)]

    def has_written(self, file: str, text: str) -> bool:
        """Whether `write` has added this text to this file since the stage was cleared."""
        return (file, text) in self._written

    def rewrite(self, file: str, old: str, new: str) -> None:
        """Replace text in a file of the pack."""
        path = self._pack / file
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        self._applied, self._written = None, [*self._written, (file, old, new)]

    def apply(self, ids: Ids | None = None) -> ChannelId:
        """Apply the pack, if it is not as it was applied last. `ids` are the ids that new rows get:
        (table, key in the pack) → id. What the same pack has made of the same tables before is put back."""
        if self._applied is None:
            wanted = ids or {}

            def make() -> ChannelId:
                with _given(wanted):
                    return ChannelId(self.house.container.front.apply_pack()(self._pack).channel_id)

            self._applied = self._stages.put(repr((self._written, sorted(wanted.items()))), make)
            if self._counts_on:  # what was put back took no number of a sequence
                with self._database.engine.begin() as connection:
                    connection.exec_driver_sql(self._counts_on)
        return self._applied

    @contextmanager
    def channel(self, ids: Ids | None = None) -> Iterator[tuple[ChannelId, Any]]:
        """The channel, and what context channel is made of, in one transaction; `ids` as for `apply`."""
        channel_id = self.apply()
        with self._database.transaction(channel_id), _given(ids or {}):
            yield channel_id, self._channel

    def open_session(self, api_key: str) -> None:
        """An anonymous session behind a key that the consumer chose."""
        with self.channel() as (channel_id, channel):
            channel.sessions().add(Session(channel_id, hash_of(api_key), NOON, NOON + timedelta(days=30)))

    def open_channel_key(self, channel_key: str) -> None:
        """A channel key that the consumer chose, beside the channel's own."""
        with self.channel() as (channel_id, channel):
            keys = channel.channel_keys()
            keys.add(channel_id, (keys.active_serial(channel_id) or 0) + 1, hash_of(channel_key))

    def add_recording(self, channel_id: ChannelId, kind: OwnerKind, owner_id: int, film: Path) -> None:
        """A video of an event or library item, made into a stream as `touchline media add` does; the same
        film once in the life of the stage, whose files outlast its rows."""
        media: Any = self.house.container.catalog.media
        with self._database.transaction(channel_id):
            if film in self._films:
                self._know(self._films[film], media.assets())
            asset = media.add()(VideoFile(channel_id, film, (Owner(kind, owner_id),)))
        with self._database.transaction(channel_id):
            self._films[film] = media.assets().get(asset.id)

    def simulate(self, event_id: int, starts_at: datetime) -> None:
        """Let an event's recording play as if it were live, as `touchline live simulate` does."""
        simulate: Any = self.house.container.catalog.simulate
        with self._database.transaction(self.apply()):
            simulate()(EventId(event_id), starts_at)

    def _know(self, made: Asset, assets: Assets) -> None:
        """Have a row again of what was made before."""
        again = assets.add(made.source_sha256, made.source_name)
        if again.begin("again", NOON) and made.made:
            again.finish("again", made.made)
            assets.save(again)


def _counting_on(engine: Engine) -> str:
    """What lets PostgreSQL's sequences go on behind the highest ids, as SQLite counts by itself."""
    if engine.dialect.name != "postgresql":
        return ""
    return "SELECT " + ", ".join(
        COUNT_ON.format(table.name, column.name)
        for table in Base.metadata.sorted_tables
        if (column := table.autoincrement_column) is not None
    )


@contextmanager
def _given(ids: Ids) -> Iterator[None]:
    """While it lasts, rows with these keys are born with these ids."""

    def name(_mapper: Any, _connection: Any, row: Any) -> None:
        wanted = ids.get((row.__tablename__, getattr(row, "key", "")))
        if wanted is not None:
            row.id = wanted

    event.listen(Base, "before_insert", name, propagate=True)
    try:
        yield
    finally:
        event.remove(Base, "before_insert", name)
