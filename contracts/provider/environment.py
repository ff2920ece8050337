"""The environment for provider states: the real application, a small channel pack and the real use cases."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dependency_injector import providers
from sqlalchemy import Engine, event, text

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from contracts.provider.fake_social import FakeSocialProviders
from touchline.catalog.application.media.add_media import VideoUpload
from touchline.catalog.domain.media.assets import Asset, MediaOwner, OwnerKind
from touchline.catalog.ports.media.assets import Assets
from touchline.channel.adapters.accounts.argon2_passwords import Argon2PasswordHasher
from touchline.channel.domain.site.keys import Session, hash_key
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings
from touchline.platform.db.base import Base
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.platform.tests.db.truncation import delete_all_rows
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId, EventId

PACK = Path(__file__).parent / "pack"
SLUG = "prairie"
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
RESET_SEQUENCES = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"
ADVANCE_SEQUENCE = (
    "setval(pg_get_serial_sequence('{0}', '{1}'), (SELECT coalesce(max({1}), 0) + 1 FROM {0}), false)"
)
Ids = Mapping[tuple[str, str], int]


class ProviderEnvironment:
    """A deployment with one channel. Jobs run inline, the clock is set to `NOON`, and `fake_stripe` takes
    payments.
    """

    def __init__(self, database_url: str, var: Path, fake_stripe: FakeStripeServer) -> None:
        self.fake_stripe = fake_stripe
        self.application = Application(
            Settings(
                var=var,
                database_url=database_url,
                secret_key="a key that only contracts have",  # noqa: S106
                queue="inline",
                default_channel=SLUG,
                throttle_api_keys=10_000,
                throttle_ip_factor=100,
                payments="fake",
                fake_stripe_port=fake_stripe.port,
            )
        )
        self.application.container.clock.override(providers.Singleton(FixedClock, NOON))
        self._channel: Any = self.application.container.channel
        self._channel.social_providers.override(providers.Object(FakeSocialProviders()))
        fast_passwords = providers.Singleton(Argon2PasswordHasher, passes=1, memory_kib=8, lanes=1)
        self._channel.password_hasher.override(fast_passwords)
        self._database = self.application.container.database()
        self._pack = var / "pack"
        self._applied_channel_id: ChannelId | None = None
        self._pack_changes: list[tuple[str, ...]] = []
        self._recorded_assets: dict[Path, Asset] = {}
        Base.metadata.create_all(self._database.engine)
        self._database_snapshots = DatabaseSnapshots(self._database.engine)
        self._advance_sequences = _advance_sequences_sql(self._database.engine)
        self.reset()

    def reset(self) -> None:
        """Empty all tables, restart ids from 1, clear counters and payments, and restore the repository's
        pack.
        """
        engine = self._database.engine
        delete_all_rows(engine)
        if engine.dialect.name == "postgresql":  # SQLite continues from the highest existing id
            with engine.begin() as connection:
                connection.execute(text(RESET_SEQUENCES))
        self._channel.throttle().storage.reset()
        self.application.container.shared_state().clear()
        self.fake_stripe.reset()
        shutil.rmtree(self._pack, ignore_errors=True)
        shutil.copytree(PACK, self._pack)
        self._applied_channel_id, self._pack_changes = None, []

    def append_to_pack(self, file: str, text: str) -> None:
        """Append text to a file of the pack. Call `apply_pack` to apply it."""
        with (self._pack / file).open("a", encoding="utf-8") as out:
            out.write(text)
        self._applied_channel_id, self._pack_changes = None, [*self._pack_changes, (file, text)]

    def has_appended(self, file: str, text: str) -> bool:
        """Return whether `append_to_pack` has added this text to this file since the last reset."""
        return (file, text) in self._pack_changes

    def replace_in_pack(self, file: str, old_text: str, new_text: str) -> None:
        """Replace text in a file of the pack."""
        path = self._pack / file
        path.write_text(path.read_text("utf-8").replace(old_text, new_text), "utf-8")
        self._applied_channel_id, self._pack_changes = None, [*self._pack_changes, (file, old_text, new_text)]

    def apply_pack(self, ids: Ids | None = None) -> ChannelId:
        """Apply the pack, unless it has not changed since it was applied last.

        `ids` are the ids of new rows: (table, key in the pack) → id. If the same pack was applied to the same
        tables before, its result is restored.
        """
        if self._applied_channel_id is None:
            fixed_ids = ids or {}

            def apply_changes() -> ChannelId:
                with _with_fixed_ids(fixed_ids):
                    return ChannelId(self.application.container.front.apply_pack()(self._pack).channel_id)

            self._applied_channel_id = self._database_snapshots.restore_or_create(
                repr((self._pack_changes, sorted(fixed_ids.items()))), apply_changes
            )
            if self._advance_sequences:  # restored rows did not use the sequence
                with self._database.engine.begin() as connection:
                    connection.exec_driver_sql(self._advance_sequences)
        return self._applied_channel_id

    @contextmanager
    def open_channel(self, ids: Ids | None = None) -> Iterator[tuple[ChannelId, Any]]:
        """Yield the channel and context channel's container in one transaction. `ids` are as in
        `apply_pack`."""
        channel_id = self.apply_pack()
        with self._database.transaction(channel_id), _with_fixed_ids(ids or {}):
            yield channel_id, self._channel

    def create_session(self, api_key: str) -> None:
        """Create an anonymous session with an API key that the consumer chose."""
        with self.open_channel() as (channel_id, channel):
            channel.sessions().add(Session(channel_id, hash_key(api_key), NOON, NOON + timedelta(days=30)))

    def create_channel_key(self, channel_key: str) -> None:
        """Create a channel key that the consumer chose, beside the channel's own."""
        with self.open_channel() as (channel_id, channel):
            keys = channel.channel_keys()
            keys.add(channel_id, (keys.get_active_serial(channel_id) or 0) + 1, hash_key(channel_key))

    def add_recording(self, channel_id: ChannelId, kind: OwnerKind, owner_id: int, video: Path) -> None:
        """Package a video of an event or library item, as `touchline recordings add` does.

        Each video is packaged once per environment, because its files outlast its rows.
        """
        media: Any = self.application.container.catalog
        with self._database.transaction(channel_id):
            if video in self._recorded_assets:
                self._restore_asset(self._recorded_assets[video], media.assets())
            asset = media.add_media()(VideoUpload(channel_id, video, (MediaOwner(kind, owner_id),)))
        with self._database.transaction(channel_id):
            self._recorded_assets[video] = media.assets().get(asset.id)

    def simulate_live(self, event_id: int, starts_at: datetime) -> None:
        """Play an event's recording as if it were live, as `touchline events simulate` does."""
        simulate: Any = self.application.container.catalog.set_simulation
        with self._database.transaction(self.apply_pack()):
            simulate()(EventId(event_id), starts_at)

    def _restore_asset(self, original: Asset, assets: Assets) -> None:
        """Restore the row of an asset made before."""
        restored = assets.add(original.source_sha256, original.source_name)
        if restored.begin("again", NOON) and original.package:
            restored.mark_ready("again", original.package)
            assets.save(restored)


def _advance_sequences_sql(engine: Engine) -> str:
    """Return the SQL that sets PostgreSQL's sequences after the highest ids, as SQLite does by itself."""
    if engine.dialect.name != "postgresql":
        return ""
    return "SELECT " + ", ".join(
        ADVANCE_SEQUENCE.format(table.name, column.name)
        for table in Base.metadata.sorted_tables
        if (column := table.autoincrement_column) is not None
    )


@contextmanager
def _with_fixed_ids(ids: Ids) -> Iterator[None]:
    """Create rows with these keys under these ids until the block ends."""

    def set_fixed_id(_mapper: Any, _connection: Any, row: Any) -> None:
        fixed_id = ids.get((row.__tablename__, getattr(row, "key", "")))
        if fixed_id is not None:
            row.id = fixed_id

    event.listen(Base, "before_insert", set_fixed_id, propagate=True)
    try:
        yield
    finally:
        event.remove(Base, "before_insert", set_fixed_id)
