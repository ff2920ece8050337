"""Analytics jobs: store spooled records, erase pseudonyms, and prune expired records."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.spool_drain import STORE_UNAVAILABLE_ERRORS, SpoolDrain
from touchline.analytics.application.data_retention import PruneExpiredRecords
from touchline.analytics.application.erasure import ErasePseudonyms
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.tasks.jobs import Task

DRAIN_SPOOL = "analytics.take_up"
ERASE_PSEUDONYMS = "analytics.forget_leavers"
PRUNE_EXPIRED = "analytics.prune"
log = logging.getLogger(__name__)


@inject
def drain_spool(drain: SpoolDrain = Provide["analytics.ingest.drain"]) -> None:
    """Store the records that stopped processes left in the spool.

    If the store is unavailable, the next minute's job continues.
    """
    try:
        record_count = drain.drain_orphaned_files()
    except STORE_UNAVAILABLE_ERRORS as error:
        log.error("the analytics store is unavailable (%s); data waits", type(error).__name__)
        return
    if record_count:
        log.info("stored %s events of ended processes", record_count)


@inject
def erase_pseudonyms(
    erase: ErasePseudonyms = Provide["analytics.ingest.erase_pseudonyms"],
    database: Database = Provide["database"],
) -> None:
    """Erase the pseudonyms of closed accounts from their records, one account at a time.

    If the store is unavailable, the next minute's job continues.
    """
    with database.transaction(None, unscoped=True):
        pending = erase.list_pending()
    for done_count, (channel_id, pseudonym) in enumerate(pending):
        try:
            with database.transaction(None, unscoped=True):
                erase(channel_id, pseudonym)
        except STORE_UNAVAILABLE_ERRORS as error:
            remaining, reason = len(pending) - done_count, type(error).__name__
            log.error(
                "the analytics store is unavailable (%s); %s erased accounts still have to be deleted",
                reason,
                remaining,
            )
            return


@inject
def prune_expired(
    erase: PruneExpiredRecords = Provide["analytics.ingest.prune_expired"],
    database: Database = Provide["database"],
) -> None:
    """Delete records that are older than the configured retention.

    Records are deleted in batches so that other writers are not blocked.
    """
    deleted_count, last_count = 0, -1
    while last_count:
        with database.transaction(None, unscoped=True):
            last_count = erase()
        deleted_count += last_count
    log.info("pruned %s old events", deleted_count)


JOBS = (
    Job(DRAIN_SPOOL, drain_spool, one_transaction=False),
    Job(ERASE_PSEUDONYMS, erase_pseudonyms, one_transaction=False),
    Job(PRUNE_EXPIRED, prune_expired, one_transaction=False),
)
REGULAR: tuple[Task, ...] = (
    Task(DRAIN_SPOOL, (), unique="analytics-take-up", timeout=1800),
    Task(ERASE_PSEUDONYMS, (), unique="analytics-forget-leavers", timeout=600),
)
DAILY: tuple[Task, ...] = (Task(PRUNE_EXPIRED, (), unique="analytics-prune", timeout=3600),)
