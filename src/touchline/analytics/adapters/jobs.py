"""Analytics jobs: store spooled records, erase pseudonyms, and prune expired records."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.spool_drain_thread import STORE_UNAVAILABLE_ERRORS
from touchline.analytics.application.data_retention import PruneExpiredRecords
from touchline.analytics.application.erasure import ErasePseudonyms
from touchline.analytics.application.evidence.prune_evidence import PruneEvidence
from touchline.analytics.application.ingest.spool_drain import SpoolDrain
from touchline.analytics.application.sponsors.prune_ads import PruneAds
from touchline.analytics.container import AnalyticsContainer
from touchline.platform.queue.jobs import Job
from touchline.shared.tasks.jobs import Task

DRAIN_SPOOL = "analytics.take_up"
ERASE_PSEUDONYMS = "analytics.forget_leavers"
PRUNE_EXPIRED = "analytics.prune"
PRUNE_EVIDENCE = "analytics.prune_evidence"
PRUNE_ADS = "analytics.prune_ads"
log = logging.getLogger(__name__)


@inject
def drain_spool(drain: SpoolDrain = Provide[AnalyticsContainer.drain]) -> None:
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
def erase_pseudonyms(erase: ErasePseudonyms = Provide[AnalyticsContainer.erase_pseudonyms]) -> None:
    """Erase the pseudonyms of closed accounts from their records.

    If the store is unavailable, the next minute's job continues.
    """
    try:
        erase()
    except STORE_UNAVAILABLE_ERRORS as error:
        log.error(
            "the analytics store is unavailable (%s); pseudonyms are erased later", type(error).__name__
        )


@inject
def prune_expired(prune: PruneExpiredRecords = Provide[AnalyticsContainer.prune_expired]) -> None:
    """Delete records that are older than the configured retention."""
    log.info("pruned %s old events", prune())


@inject
def prune_evidence(prune: PruneEvidence = Provide[AnalyticsContainer.prune_evidence]) -> None:
    """Delete evidence that is older than the configured retention, and that of closed accounts."""
    log.info("pruned %s minutes of old evidence", prune())


@inject
def prune_ads(prune: PruneAds = Provide[AnalyticsContainer.prune_ads]) -> None:
    """Delete old ad breaks and the counts of sponsors by account."""
    log.info("pruned %s rows of ad breaks", prune())


JOBS = (
    Job(DRAIN_SPOOL, drain_spool, one_transaction=False),
    Job(ERASE_PSEUDONYMS, erase_pseudonyms, one_transaction=False),
    Job(PRUNE_EXPIRED, prune_expired, one_transaction=False),
    Job(PRUNE_EVIDENCE, prune_evidence, one_transaction=False),
    Job(PRUNE_ADS, prune_ads, one_transaction=False),
)
REGULAR: tuple[Task, ...] = (
    Task(DRAIN_SPOOL, (), unique="analytics-take-up", timeout=1800),
    Task(ERASE_PSEUDONYMS, (), unique="analytics-forget-leavers", timeout=600),
)
DAILY: tuple[Task, ...] = (
    Task(PRUNE_EXPIRED, (), unique="analytics-prune", timeout=3600),
    Task(PRUNE_EVIDENCE, (), unique="analytics-prune-evidence", timeout=3600),
    Task(PRUNE_ADS, (), unique="analytics-prune-ads", timeout=3600),
)
