"""Background jobs of `front`: checks of feeds, lists of members without a team, and rehearsals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dependency_injector.wiring import Provide, inject

from touchline.front.container import FrontContainer
from touchline.front.imports.feeds import CHECK_FEED
from touchline.front.members.member_admin import DeleteOrphanedMembers
from touchline.front.rehearsal import RUN_REHEARSAL
from touchline.front.rehearsal.remove_rehearsal import RemoveAbandonedRehearsals
from touchline.front.rehearsal.start_program import StartProgram
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Task

if TYPE_CHECKING:
    from touchline.front.imports.feeds.check_feed import CheckFeed, EnqueueDueFeeds

ENQUEUE_DUE_FEEDS = "front.enqueue_due_feeds"
DELETE_ORPHANED_MEMBERS = "front.delete_orphaned_members"
REMOVE_ABANDONED_REHEARSALS = "front.remove_abandoned_rehearsals"


@inject
def check_feed(channel_id: int, feed_id: int, check: CheckFeed = Provide[FrontContainer.check_feed]) -> None:
    """Fetch a feed, and apply the changes that are certain."""
    check(ChannelId(channel_id), feed_id)


@inject
def enqueue_due_feeds(enqueue: EnqueueDueFeeds = Provide[FrontContainer.enqueue_due_feeds]) -> None:
    """Enqueue the checks of feeds that are due, in every channel."""
    enqueue()


@inject
def delete_orphaned_members(
    delete: DeleteOrphanedMembers = Provide[FrontContainer.delete_orphaned_members],
) -> None:
    """Delete the members of teams that were removed, in every channel."""
    delete()


@inject
def start_rehearsal(
    channel_id: int,
    rehearsal_id: int,
    start: StartProgram = Provide[FrontContainer.start_rehearsal_program],
) -> None:
    """Start the program of a rehearsal."""
    start(ChannelId(channel_id), rehearsal_id)


@inject
def remove_abandoned_rehearsals(
    remove: RemoveAbandonedRehearsals = Provide[FrontContainer.remove_abandoned_rehearsals],
) -> None:
    """Remove what rehearsals have left whose program was killed, in every channel."""
    remove()


JOBS = (
    Job(CHECK_FEED, check_feed, one_transaction=False),
    Job(ENQUEUE_DUE_FEEDS, enqueue_due_feeds, one_transaction=False),
    Job(DELETE_ORPHANED_MEMBERS, delete_orphaned_members, one_transaction=False),
    Job(RUN_REHEARSAL, start_rehearsal, one_transaction=False),
    Job(REMOVE_ABANDONED_REHEARSALS, remove_abandoned_rehearsals, one_transaction=False),
)
REGULAR = (
    Task(ENQUEUE_DUE_FEEDS, (), unique="front-enqueue-due-feeds", timeout=120),
    Task(REMOVE_ABANDONED_REHEARSALS, (), unique="front-remove-abandoned-rehearsals", timeout=600),
)
DAILY = (Task(DELETE_ORPHANED_MEMBERS, (), unique="front-delete-orphaned-members", timeout=600),)
