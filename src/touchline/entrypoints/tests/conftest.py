"""Fixtures for tests of whole programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, text

from touchline.catalog.domain.media.restreams import RestreamService
from touchline.channel.domain.webhook_endpoints.messages import WebhookType
from touchline.channel.facade import ChannelDetails
from touchline.clips.tests.samples import build_clip
from touchline.conftest import NOON, Visitor
from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.domain.request_replies import ReplyState, RequestReply
from touchline.entrypoints import contexts
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.tests.sample_site import create_deployment
from touchline.front.packs.tests.pack_fixtures import copy_pack
from touchline.platform.db import migrations
from touchline.platform.db.change_tracking import UNVERSIONED
from touchline.platform.db.session import Database
from touchline.shared.ids import EventId


@pytest.fixture
def empty_database(database_url: str, tmp_path: Path) -> Iterator[Engine]:
    """Return a database without tables. On PostgreSQL it is a separate schema."""
    contexts.load_tables()
    if database_url.startswith("sqlite"):
        database = Database(f"sqlite:///{tmp_path / 'empty.sqlite'}")
        # the schema may be older than the version table
        yield database.engine.execution_options(**{UNVERSIONED: True})
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
    """Return an SQLite database that is up to date and empty."""
    folder = tmp_path_factory.mktemp("template")
    with create_deployment(folder, "") as application:
        migrations.upgrade(application.container.database().engine)
    return folder / "touchline.sqlite"


@pytest.fixture
def apply_full_pack(application: Application, tmp_path: Path) -> Callable[[str], ChannelDetails]:
    """Return a function that applies a pack with every kind of content under the given slug."""

    def apply(slug: str) -> ChannelDetails:
        root = copy_pack("whole", tmp_path / slug)
        text = (root / "channel.yaml").read_text().replace("riverside", slug)
        (root / "channel.yaml").write_text(text)
        application.container.front.apply_pack()(root)
        with application.container.database().transaction(None):
            details: ChannelDetails | None = application.container.channel.facade().find_channel(slug)
        assert details is not None
        create_clip(application, details)
        create_webhook_endpoint(application, details)
        create_restream_target(application, details)
        create_failed_reply(application, details)
        return details

    return apply


def create_clip(application: Application, channel: ChannelDetails) -> None:
    """Create a clip of one of the channel's events, made by a viewer of the channel."""
    with application.container.database().transaction(channel.id):
        events = application.container.catalog.facade().list_ids_by_key("event")
        made = build_clip(
            uuid=uuid4(), event_id=EventId(min(events.values())), folder=f"clips/{channel.slug}"
        )
        application.container.clips.clips().add(made)


def create_webhook_endpoint(application: Application, channel: ChannelDetails) -> None:
    """Create a webhook endpoint with a test message. The address is a spelling of 127.0.0.1, so nothing is
    sent.
    """
    container: Any = application.container.channel
    with application.container.database().transaction(channel.id):
        admin = container.webhook_endpoint_admin()
        status = admin.create("https://2130706433/", "", [WebhookType.FORM_SENT])
        admin.send_test(status.endpoint.id)


def create_restream_target(application: Application, channel: ChannelDetails) -> None:
    """Create a restream target of the channel."""
    container: Any = application.container
    with application.container.database().transaction(channel.id):
        container.catalog.restream_target_admin().create(
            name="Our relay",
            service=RestreamService.OTHER,
            server_url="rtmp://ingest.example.org/live",
            key="abcd-1234",
        )


def create_failed_reply(application: Application, channel: ChannelDetails) -> None:
    """Create a request of a visitor, and a reply that the mail server rejected."""
    engagement: Any = application.container.engagement
    with application.container.database().transaction(channel.id):
        request_id = engagement.form_requests().add(
            FormRequest("contacts", {"message": "Hello"}, "en", NOON, sender_email="ada@example.org")
        )
        reply = RequestReply(request_id, None, "Thanks", NOON, NOON, ReplyState.FAILED)
        engagement.request_replies().add(reply)


@pytest.fixture
def example_ids(
    apply_full_pack: Callable[[str], ChannelDetails], visit: Callable[[ChannelDetails], Visitor]
) -> Visitor:
    """Return a visitor of a channel with a full pack."""
    return visit(apply_full_pack("ours"))
