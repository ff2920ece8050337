"""The jobs of billing: settling orders, and finding what nobody told us about."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.following import Following
from touchline.billing.adapters.leavers import Leavers
from touchline.billing.adapters.reminding import Reminding
from touchline.billing.adapters.till import Till
from touchline.billing.application.asking_to_settle import SETTLE
from touchline.billing.application.follow_games import FOLLOW_GAMES
from touchline.billing.application.forgetting import FORGET_CUSTOMER
from touchline.billing.application.hear_notice import HearNotice
from touchline.billing.application.reconcile import Reconcile
from touchline.billing.ports.payments import Notices, PaymentsUnavailable
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.jobs import Task

RECONCILE = "billing.reconcile"
FORGET_NOTICES = "billing.forget_notices"
FORGET_LEAVERS = "billing.forget_leavers"
REMIND = "billing.remind"
log = logging.getLogger(__name__)


@inject
def settle(channel_id: int, order_id: int, till: Till = Provide["billing.till.till"]) -> None:
    """Bring an order in line with the provider; where that is away, the job of each minute comes again."""
    try:
        till.settle(ChannelId(channel_id), OrderId(order_id))
    except PaymentsUnavailable:
        log.warning("order %s cannot be settled: the payment provider is away", order_id)


@inject
def reconcile(
    database: Database = Provide["database"],
    clock: Clock = Provide["clock"],
    work: Reconcile = Provide["billing.till.reconcile"],
    hear: HearNotice = Provide["billing.till.hear"],
    notices: Notices = Provide["billing.payments"],
) -> None:
    """Ask for the settling of what waits, then hear what was missed. Each notice is a transaction of its own,
    so that one who dies in the middle has not worked in vain."""
    with database.transaction(None, unscoped=True):
        work.settle_what_waits()
        since = work.since()
    began = clock.now()
    try:
        for notice in notices.since(since):
            with database.transaction(None, unscoped=True):
                hear(notice)
    except PaymentsUnavailable:
        log.warning("what was missed cannot be read: the payment provider is away")
        return
    with database.transaction(None, unscoped=True):
        work.caught_up(began)


@inject
def forget_notices(
    database: Database = Provide["database"], hear: HearNotice = Provide["billing.till.hear"]
) -> None:
    """Forget the notices that will not come again."""
    with database.transaction(None, unscoped=True):
        log.info("forgot %s notices of the payment provider", hear.forget())


@inject
def forget_customer(channel_id: int, account_id: int, leavers: Leavers = Provide["billing.leavers"]) -> None:
    """Have the provider forget a viewer who closed their account; where it is away, the job fails and is
    tried again."""
    leavers.forget(ChannelId(channel_id), AccountId(account_id))


@inject
def forget_leavers(leavers: Leavers = Provide["billing.leavers"]) -> None:
    """Ask again for viewers whom the provider was away for."""
    leavers.ask_again()


@inject
def remind(reminding: Reminding = Provide["billing.papers.reminding"]) -> None:
    """Tell viewers of yearly renewals and ends of trials that are near."""
    log.info("told of %s renewals that are near", reminding())


@inject
def follow_games(channel_id: int = 0, following: Following = Provide["billing.desk.following"]) -> None:
    """Keep single games open that were postponed: of a channel whose pack was applied, else of all."""
    moved = following(ChannelId(channel_id)) if channel_id else following.everywhere()
    log.info("moved %s orders to the new start of their games", moved)


JOBS = (
    Job(SETTLE, settle, one_transaction=False),
    Job(RECONCILE, reconcile, one_transaction=False),
    Job(FORGET_NOTICES, forget_notices, one_transaction=False),
    Job(FORGET_CUSTOMER, forget_customer, one_transaction=False),
    Job(FORGET_LEAVERS, forget_leavers, one_transaction=False),
    Job(REMIND, remind, one_transaction=False),
    Job(FOLLOW_GAMES, follow_games, one_transaction=False),
)
REGULAR = (Task(RECONCILE, (), unique="billing-reconcile", timeout=600),)
DAILY = (
    Task(FORGET_NOTICES, (), unique="billing-forget-notices", timeout=600),
    Task(FORGET_LEAVERS, (), unique="billing-forget-leavers", timeout=600),
    Task(REMIND, (), unique="billing-remind", timeout=600),
    Task(FOLLOW_GAMES, (), unique="billing-follow-games", timeout=600),
)
