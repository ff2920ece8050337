"""Make-goods as background work: proposals of recent events, payments, and automatic payments."""

from __future__ import annotations

import logging
from datetime import timedelta

from touchline.billing.application.make_good.make_good_service import MakeGoodService
from touchline.billing.domain.make_good.policies import MakeGoodMode
from touchline.billing.ports.current_channel import Channels
from touchline.billing.ports.make_goods import MakeGoodSettings
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

PAY_MAKE_GOODS_JOB = "billing.pay_make_goods"
CHECK_MINUTES = 10
_LONGEST_EVENT = timedelta(hours=12)
log = logging.getLogger(__name__)


class RunMakeGoods:
    """Proposes the make-goods of recent events, and pays them where the policy is automatic."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channels: Channels,
        settings: MakeGoodSettings,
        sale_catalog: SaleCatalog,
        service: MakeGoodService,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._channels = channels
        self._settings = settings
        self._sale_catalog = sale_catalog
        self._service = service
        self._jobs = jobs
        self._clock = clock

    def request_payment(self, channel_id: ChannelId, event_id: int, *, is_automatic: bool = False) -> None:
        """Enqueue the job that pays the make-goods of an event, after the current transaction."""
        unique = f"pay-make-goods-{channel_id}-{event_id}{'-automatic' if is_automatic else ''}"
        self._jobs.enqueue(
            PAY_MAKE_GOODS_JOB, channel_id, event_id, is_automatic, unique=unique, timeout=3600
        )

    def check_all_channels(self) -> None:
        """Check the recent events of all channels, every ten minutes."""
        if self._clock.now().minute % CHECK_MINUTES:
            return
        with self._uow.all_channels():
            channel_ids = list(self._channels.list_ids_by_slug().values())
        for channel_id in channel_ids:
            self.check(channel_id)

    def check(self, channel_id: ChannelId) -> None:
        """Propose the make-goods of recent events whose evidence is final, and pay them if that is
        automatic.
        """
        with self._uow(channel_id):
            policy = self._settings.get_make_good_policy()
            if policy.mode is MakeGoodMode.OFF:
                return
            event_ids = self._list_recent_events(policy.window)
        for event_id in event_ids:
            if not self._service.preview(channel_id, event_id).is_final:
                continue
            plan = self._service.propose(channel_id, event_id)
            certain = [item for item in plan.unpaid if plan.can_be_automatic(item)]
            if certain and policy.mode is MakeGoodMode.AUTOMATIC:
                with self._uow(channel_id):
                    self.request_payment(channel_id, event_id, is_automatic=True)
                log.info("paying %s make-goods of event %s", len(certain), event_id)

    def _list_recent_events(self, window: timedelta) -> list[int]:
        now = self._clock.now()
        since = now - window - _LONGEST_EVENT
        return [
            event.id
            for event in self._sale_catalog.get_supply(None).events
            if event.pass_type.costs_money and since <= event.starts_at <= now
        ]
