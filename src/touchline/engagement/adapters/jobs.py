"""The jobs of engagement: telling viewers what is live, and tidying."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.pushing import Pushing
from touchline.engagement.adapters.telling import Telling, Tidying
from touchline.engagement.application.tell_live import PUSH, TELL_LIVE
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.jobs import Task

TIDY = "engagement.tidy"
log = logging.getLogger(__name__)


@inject
def tell_live(channel_id: int = 0, telling: Telling = Provide["engagement.news.telling"]) -> None:
    """Tell viewers what is live that they asked to be told of: of one channel, else of all."""
    told = telling(ChannelId(channel_id)) if channel_id else telling.everywhere()
    if told:
        log.info("told %s viewers what is live", told)


@inject
def push(
    channel_id: int,
    account_id: int,
    event_id: int,
    pushing: Pushing = Provide["engagement.news.pushing"],
) -> None:
    """Push to a viewer's browsers that an event is live; where a push service is away, the job fails and is
    tried again (`PushUnavailable`)."""
    reached = pushing(ChannelId(channel_id), AccountId(account_id), event_id)
    log.info("pushed event %s to %s browsers of account %s", event_id, reached, account_id)


@inject
def tidy(tidying: Tidying = Provide["engagement.news.tidying"]) -> None:
    """Forget reminders and tellings of what is over."""
    log.info("forgot who was told of %s events", tidying())


JOBS = (
    Job(TELL_LIVE, tell_live, one_transaction=False),
    Job(PUSH, push, one_transaction=False),
    Job(TIDY, tidy, one_transaction=False),
)
REGULAR = (Task(TELL_LIVE, (), unique="engagement-tell-live", timeout=600),)
DAILY = (Task(TIDY, (), unique="engagement-tidy", timeout=600),)
