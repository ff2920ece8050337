"""Jobs of context `channel`."""

import logging

from dependency_injector.wiring import Provide, inject

from touchline.channel.application.keys import ForgetSessions
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.jobs import Task

FORGET_SESSIONS = "channel.forget_sessions"
log = logging.getLogger(__name__)


@inject
def forget_sessions(
    database: Database = Provide["database"],
    forget: ForgetSessions = Provide["channel.forget_sessions"],
) -> None:
    """Delete api keys that ended long ago, in every channel."""
    with database.transaction(None, unscoped=True):
        log.info("forgot %s ended sessions", forget())


JOBS = (Job(FORGET_SESSIONS, forget_sessions, one_transaction=False),)
DAILY = (Task(FORGET_SESSIONS, (), unique="channel-forget-sessions", timeout=600),)
