"""Feeds: what an hourly check applies, what waits for a person, and what a failure does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from dependency_injector import providers

from touchline.channel.facade import ChannelDetails
from touchline.front.imports.feeds.feed import PAUSE_AFTER_FAILURES, ScheduleFeed
from touchline.front.imports.feeds.fetch_feed import FeedFetcher
from touchline.front.imports.tests.conftest import Importer
from touchline.platform.http_client.public_addresses import AddressNotAllowedError, HttpResponse
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError

ADDRESS = "https://league.example.org/season.csv?token=hunter2"
HEADER = "Date,Time,Home,Away\n"
FIRST = "2026-12-01,7:00 PM,Otter Creek,Hawk Hill\n"
SECOND = "2026-12-08,6:30 PM,Hawk Hill,Otter Creek\n"
OPTIONS = {"category": "hockey"}


class League:
    """A server of schedules: `responses` by address, and the headers of its last request."""

    def __init__(self) -> None:
        self.responses: dict[str, HttpResponse] = {}
        self.headers: Mapping[str, str] = {}

    def publish(self, text: str) -> None:
        """Serve a schedule."""
        self.responses[ADDRESS] = HttpResponse(200, {"ETag": '"1"'}, text.encode())

    def request(self, _method: str, url: str, headers: Mapping[str, str], **_options: Any) -> HttpResponse:
        """Respond as the client of public addresses does."""
        self.headers = headers
        if url not in self.responses:
            raise AddressNotAllowedError
        return self.responses[url]


class Operator:
    """An operator with a feed."""

    def __init__(self, importer: Importer, container: Any) -> None:
        self.importer, self.studio = importer, importer.studio
        self.admin, self.check_feed = container.feed_admin(), container.check_feed()
        self.feed: ScheduleFeed = self.admin.add(self.studio.channel_id, "League", ADDRESS, OPTIONS)

    def check(self) -> ScheduleFeed:
        """Check the feed."""
        feed: ScheduleFeed = self.check_feed(self.studio.channel_id, self.feed.id)
        return feed


@pytest.fixture
def league() -> League:
    """Return a server with a season of one game."""
    league = League()
    league.publish(HEADER + FIRST)
    return league


@pytest.fixture
def operator(application: Any, importer: Importer, league: League) -> Any:
    """Yield an operator whose feed has one game."""
    container = application.container.front
    with container.feed_fetcher.override(providers.Object(FeedFetcher(league))):  # type: ignore[arg-type]
        container.feed_admin.reset()
        container.check_feed.reset()
        yield Operator(importer, container)
    container.feed_admin.reset()
    container.check_feed.reset()


def test_new_games_and_changes_of_a_feed_become_revisions_by_the_feed(
    operator: Operator, league: League
) -> None:
    feed = operator.check()
    revision = operator.studio.latest()
    assert (feed.revision, revision.author, feed.waiting, feed.error) == (revision.id, "League", 0, None)
    assert operator.check().revision == revision.id
    assert league.headers["If-None-Match"] == '"1"'
    league.publish(HEADER + FIRST.replace("7:00", "8:00") + SECOND)
    assert operator.check().revision == operator.studio.latest().id
    assert len(operator.studio.latest().changes) == 2


def test_what_the_studio_changed_and_unknown_names_wait_for_a_person(
    operator: Operator, league: League
) -> None:
    operator.check()
    key = operator.studio.latest().changes[0].ref.key
    operator.studio.edit("events", key, starts="2026-12-01 18:00")
    league.publish(HEADER + FIRST.replace("7:00", "8:00") + SECOND.replace("Otter Creek", "Westfield"))
    assert operator.check().waiting == 2
    assert operator.studio.read("events", key).value["starts"] == "2026-12-01 18:00"
    assert operator.check().waiting == 2


def test_a_feed_that_fails_says_why_and_is_paused_after_a_day(operator: Operator, league: League) -> None:
    operator.check()
    league.responses[ADDRESS] = HttpResponse(404, {}, b"")
    feed = operator.check()
    assert feed.error and (feed.error["code"], feed.state) == ("errors.feed_refused", "active")
    for _ in range(PAUSE_AFTER_FAILURES - 1):
        feed = operator.check()
    assert feed.state == "paused"
    feed = operator.admin.set_paused(operator.studio.channel_id, feed.id, is_paused=False)
    assert (feed.state, feed.failures) == ("active", 0)


def test_a_feed_without_options_is_only_fetched_until_its_preview_is_applied(
    operator: Operator, importer: Importer
) -> None:
    feed = operator.admin.add(operator.studio.channel_id, "Other", ADDRESS)
    before = operator.studio.latest().id
    assert (operator.check_feed(operator.studio.channel_id, feed.id).state, feed.revision) == ("new", None)
    assert operator.studio.latest().id == before


def test_the_address_is_stored_encrypted(operator: Operator) -> None:
    assert "hunter2" not in repr(operator.feed)
    assert operator.feed.host == "league.example.org"


@pytest.mark.parametrize(
    "target", ["http://league.example.org/", "https://10.0.0.1/", "https://a@b.example/"]
)
def test_a_redirect_to_an_address_that_is_not_allowed_is_refused(league: League, target: str) -> None:
    league.responses[ADDRESS] = HttpResponse(302, {"Location": target}, b"")
    with pytest.raises(RefusedError):
        FeedFetcher(league).fetch(ADDRESS)  # type: ignore[arg-type]


def test_feeds_of_another_channel_are_not_found(operator: Operator, other_channel: ChannelDetails) -> None:
    pause = partial(operator.admin.set_paused, is_paused=True)
    start = partial(operator.admin.start, options=OPTIONS)
    for action in (pause, start, operator.admin.delete, operator.check_feed):
        with pytest.raises(NotFoundError):
            action(other_channel.id, operator.feed.id)


def test_a_private_address_and_a_used_name_are_refused(operator: Operator) -> None:
    for name, address in (("Else", "https://127.0.0.1/a.ics"), ("League", ADDRESS)):
        with pytest.raises(InvalidInputError):
            operator.admin.add(operator.studio.channel_id, name, address)
