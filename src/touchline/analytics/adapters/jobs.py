"""The jobs of analytics: storing what was told, and forgetting who left and what is old."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.drain import AWAY, Drain
from touchline.analytics.application.forgetting import ForgetOld
from touchline.analytics.application.persons import ForgetLeavers
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.jobs import Task

TAKE_UP = "analytics.take_up"
FORGET_LEAVERS = "analytics.forget_leavers"
PRUNE = "analytics.prune"
log = logging.getLogger(__name__)


@inject
def take_up(drain: Drain = Provide["analytics.intake.drain"]) -> None:
    """Store what processes left behind that are gone; the next minute's job goes on where the store is
    away."""
    try:
        stored = drain.orphans()
    except AWAY as wrong:
        log.error("the analytics store is away (%s); what visitors told waits", type(wrong).__name__)
        return
    if stored:
        log.info("stored %s facts of processes that are gone", stored)


@inject
def forget_leavers(
    forget: ForgetLeavers = Provide["analytics.intake.forget_leavers"],
    database: Database = Provide["database"],
) -> None:
    """Make what viewers did nobody's whose accounts are closed, one after the other; the next minute's job
    goes on where the store is away."""
    with database.transaction(None, unscoped=True):
        waiting = forget.waiting()
    for done, (channel_id, person) in enumerate(waiting):
        try:
            with database.transaction(None, unscoped=True):
                forget(channel_id, person)
        except AWAY as wrong:
            left, why = len(waiting) - done, type(wrong).__name__
            log.error("the analytics store is away (%s); %s who left are still to be forgotten", why, left)
            return


@inject
def prune(
    forget: ForgetOld = Provide["analytics.intake.forget_old"], database: Database = Provide["database"]
) -> None:
    """Forget facts that are older than the settings allow, slice by slice: others write in between."""
    gone, last = 0, -1
    while last:
        with database.transaction(None, unscoped=True):
            last = forget()
        gone += last
    log.info("forgot %s old facts", gone)


JOBS = (
    Job(TAKE_UP, take_up, one_transaction=False),
    Job(FORGET_LEAVERS, forget_leavers, one_transaction=False),
    Job(PRUNE, prune, one_transaction=False),
)
REGULAR: tuple[Task, ...] = (
    Task(TAKE_UP, (), unique="analytics-take-up", timeout=1800),
    Task(FORGET_LEAVERS, (), unique="analytics-forget-leavers", timeout=600),
)
DAILY: tuple[Task, ...] = (Task(PRUNE, (), unique="analytics-prune", timeout=3600),)
