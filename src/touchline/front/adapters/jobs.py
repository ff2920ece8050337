"""Background jobs of `front`: checks of feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dependency_injector.wiring import Provide, inject

from touchline.front.container import FrontContainer
from touchline.front.imports.feeds import CHECK_FEED
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Task

if TYPE_CHECKING:
    from touchline.front.imports.feeds.check_feed import CheckFeed, EnqueueDueFeeds

ENQUEUE_DUE_FEEDS = "front.enqueue_due_feeds"


@inject
def check_feed(channel_id: int, feed_id: int, check: CheckFeed = Provide[FrontContainer.check_feed]) -> None:
    """Fetch a feed, and apply the changes that are certain."""
    check(ChannelId(channel_id), feed_id)


@inject
def enqueue_due_feeds(enqueue: EnqueueDueFeeds = Provide[FrontContainer.enqueue_due_feeds]) -> None:
    """Enqueue the checks of feeds that are due, in every channel."""
    enqueue()


JOBS = (
    Job(CHECK_FEED, check_feed, one_transaction=False),
    Job(ENQUEUE_DUE_FEEDS, enqueue_due_feeds, one_transaction=False),
)
REGULAR = (Task(ENQUEUE_DUE_FEEDS, (), unique="front-enqueue-due-feeds", timeout=120),)
