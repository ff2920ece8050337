"""What tests of whole programs have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, text

from touchline.channel.facade import ChannelFacts
from touchline.clips.tests.samples import clip
from touchline.conftest import Visitor
from touchline.entrypoints import contexts
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.tests.copied import deployed
from touchline.front.packs.tests.packs import copy_of
from touchline.platform.db import migrations
from touchline.platform.db.session import Database
from touchline.platform.db.watched import UNMARKED
from touchline.shared.ids import EventId


@pytest.fixture
def empty(database_url: str, tmp_path: Path) -> Iterator[Engine]:
    """A database without tables: on PostgreSQL a schema of its own."""
    contexts.load_tables()
    if database_url.startswith("sqlite"):
        database = Database(f"sqlite:///{tmp_path / 'empty.sqlite'}")
        yield database.engine.execution_options(**{UNMARKED: True})  # it may be older than the marks
        database.close()
        return
    admin = create_engine(database_url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("CREATE SCHEMA migrated"))
    engine = create_engine(database_url, connect_args={"options": "-c search_path=migrated"})
    yield engine
    engine.dispose()
    with admin.connect() as connection:
        connection.execute(text("DROP SCHEMA migrated CASCADE"))
    admin.dispose()


@pytest.fixture(scope="session")
def empty_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database that is up to date and has nothing in it."""
    folder = tmp_path_factory.mktemp("template")
    with deployed(folder, "") as house:
        migrations.upgrade(house.container.database().engine)
    return folder / "touchline.sqlite"


@pytest.fixture
def apply_whole_pack(house: House, tmp_path: Path) -> Callable[[str], ChannelFacts]:
    """Applies a pack that has something of everything, under a slug of its own."""

    def apply(slug: str) -> ChannelFacts:
        root = copy_of("whole", tmp_path / slug)
        said = (root / "channel.yaml").read_text().replace("riverside", slug)
        (root / "channel.yaml").write_text(said)
        house.container.front.apply_pack()(root)
        with house.container.database().transaction(None):
            facts: ChannelFacts | None = house.container.channel.facade().find_channel(slug)
        assert facts is not None
        clip_something(house, facts)
        return facts

    return apply


def clip_something(house: House, channel: ChannelFacts) -> None:
    """A viewer of the channel made a clip of one of its events."""
    with house.container.database().transaction(channel.id):
        events = house.container.catalog.facade().ids_by_key("event")
        made = clip(uuid=uuid4(), event_id=EventId(min(events.values())), folder=f"clips/{channel.slug}")
        house.container.clips.kept().add(made)


@pytest.fixture
def ours(
    apply_whole_pack: Callable[[str], ChannelFacts], visit: Callable[[ChannelFacts], Visitor]
) -> Visitor:
    """A visitor of a channel that has everything."""
    return visit(apply_whole_pack("ours"))
