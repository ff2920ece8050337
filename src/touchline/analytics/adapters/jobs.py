"""The jobs of analytics: storing what was told, and forgetting what is old."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.drain import AWAY, Drain
from touchline.analytics.application.forgetting import ForgetOld
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.jobs import Task

TAKE_UP = "analytics.take_up"
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


JOBS = (Job(TAKE_UP, take_up, one_transaction=False), Job(PRUNE, prune, one_transaction=False))
REGULAR: tuple[Task, ...] = (Task(TAKE_UP, (), unique="analytics-take-up", timeout=1800),)
DAILY: tuple[Task, ...] = (Task(PRUNE, (), unique="analytics-prune", timeout=3600),)
