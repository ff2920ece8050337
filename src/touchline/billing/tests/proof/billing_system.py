"""The whole billing context, wired as in the app, with the fake Stripe server and its own database. Only the
catalog, the viewers, the queue and the clock are fakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from types import SimpleNamespace
from typing import Any

from dependency_injector import providers
from sqlalchemy import select
from sqlalchemy.orm import Session

from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.keys import SECRET_KEY, WEBHOOK_SECRET
from adapters.payments.fake_stripe.webhooks.outbox import sign_payload
from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import StripeConnection
from adapters.taxes.table import TableTaxes
from touchline.billing.adapters.sql.order_mapping import to_order
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.application.bundles.sync_bundle_grants import SYNC_BUNDLE_JOB
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.customers.customer_closure import ERASE_CUSTOMER_JOB
from touchline.billing.application.make_good.run_make_goods import PAY_MAKE_GOODS_JOB
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.ports.current_channel import ViewerProfile
from touchline.billing.tests.evidence_fakes import FakePlaybackEvidence
from touchline.billing.tests.offer_samples import IDS
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.proof.checkpoints import CheckpointDatabase, CheckpointHttpClient, Checkpoints
from touchline.billing.tests.proof.environment import FakeChannelFacade, FakeSaleCatalog, InMemoryQueue
from touchline.billing.tests.share_fakes import FakeShareGames
from touchline.platform.db.base import Base
from touchline.platform.db.change_tracking import TableVersionRow
from touchline.platform.db.session import after_commit, current_session
from touchline.shared.audit import AuditRecord
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.money import Money
from touchline.shared.principal import Principal
from touchline.shared.tests.throttle import UnlimitedThrottle

_ORDER = OrderRow.__table__.c
ORDER_SUMMARY_QUERY = select(
    _ORDER.id, _ORDER.uuid, _ORDER.account_id, _ORDER.kind, _ORDER.product_id, _ORDER.product, _ORDER.grant,
    _ORDER.status, _ORDER.promo_code, _ORDER.starts_at, _ORDER.expires_at, _ORDER.ended_at,
    _ORDER.auto_renewal, _ORDER.voucher_count, _ORDER.trial_days,
    (_ORDER.base_minor + _ORDER.fee_minor - _ORDER.discount_minor).label("price"),
).order_by(_ORDER.id)  # fmt: skip
TIMEOUT_SECONDS = 20  # default of `stripe_timeout_seconds`
TAX_TABLE = {"CA": (("GST", Decimal(5)), ("QST", Decimal("9.975"))), "FR": (("TVA", Decimal(20)),)}


class BillingSystem:
    """Billing for one or more channels, over the database at `url`. `currencies` maps channel ids to
    currencies.

    Without a `stripe_connection`, the fake Stripe server runs in the same process and uses the system's
    clock.
    """

    def __init__(
        self,
        url: str,
        currencies: dict[int, str],
        stripe_connection: StripeConnection | None = None,
        now: datetime = NOW,
    ) -> None:
        self.clock, self.checkpoints, self.queue = FixedClock(now), Checkpoints(), InMemoryQueue()
        self.channels = FakeChannelFacade(currencies)
        self.sale_catalog = FakeSaleCatalog(self.channels)
        self.simulator = StripeSimulator(None, wall_clock=lambda: self.clock.now().timestamp())
        self.database = CheckpointDatabase(url, self.checkpoints)
        Base.metadata.create_all(self.database.engine, tables=_list_tables())
        stripe_connection = stripe_connection or StripeConnection(
            SECRET_KEY, TIMEOUT_SECONDS, http_client=CheckpointHttpClient(self.simulator, self.checkpoints)
        )
        self.payments = StripePayments(stripe_connection, WEBHOOK_SECRET)
        settings: Any = SimpleNamespace(payments="fake", renewal_grace_days=7, share_payouts=True)
        self.share_games = FakeShareGames()
        self.published_events: list[Any] = []
        self.evidence, self.audit_records = FakePlaybackEvidence(), list[AuditRecord]()
        self.revoked_orders: set[int] = set()
        self.billing = BillingContainer(
            settings=providers.Object(settings),
            clock=providers.Object(self.clock),
            secret=providers.Object(b"a secret of tests"),
            database=providers.Object(self.database),
            session=providers.Object(current_session),
            jobs=providers.Object(self.queue),
            announce=providers.Object(self._announce),
            channel=providers.Object(self.channels),
            sale_catalog=providers.Object(self.sale_catalog),
            payments=providers.Object(self.payments),
            taxes=providers.Object(TableTaxes(TAX_TABLE)),
            throttle=providers.Object(UnlimitedThrottle()),
            share_games=providers.Object(self.share_games),
            watched_seconds=providers.Object(self.share_games),
            playback_evidence=providers.Object(self.evidence),
            record_audit=providers.Object(self.audit_records.append),
        )
        self.last_delivery = 0

    @property
    def checkout_service(self) -> CheckoutService:
        """Return the checkout service."""
        service: CheckoutService = self.billing.checkout_service()
        return service

    def publish_offers(self, channel: int, part: dict[str, Any], event_price: Money) -> None:
        """Put offers on sale, and set the price of the event."""
        with self.database.transaction(channel):
            self.billing.facade().apply_pack(part, IDS)
        self.set_event_price(channel, event_price)

    def set_event_price(self, channel: int, event_price: Money) -> None:
        """Set the price of the channel's event. The package with the key `solo` sells the event."""
        with self.database.transaction(channel):
            single_event_package = next(
                package for package in self.billing.offers().list_packages() if package.key == "solo"
            )
        self.sale_catalog.base_prices[channel], self.sale_catalog.single_event_packages[channel] = (
            event_price,
            single_event_package.id,
        )

    def get_offer_id(self, key: str, channel: int = 1) -> int:
        """Return the id of a package or subscription by its key."""
        with self.database.transaction(channel):
            offers = self.billing.offers()
            sold_offers: list[Any] = [*offers.list_packages(), *offers.list_subscriptions()]
            return int(next(offer.id for offer in sold_offers if offer.key == key))

    def register(self, account: int, email: str, channel: int = 1, country: str = "CA") -> Principal:
        """Open an account for a viewer."""
        self.channels.viewers[AccountId(account)] = ViewerProfile(email, f"Viewer {account}", "en")
        return Principal(ChannelId(channel), SessionId(account), AccountId(account), "en", country)

    def close_account(self, viewer: Principal) -> None:
        """Close a viewer's account."""
        with self.database.transaction(viewer.channel_id):
            self.billing.close_customer()(viewer.channel_id, viewer.viewer_id)
            self.billing.bundle_grants().unlink(viewer.viewer_id)
            after_commit(partial(self.channels.remove_viewer, viewer.viewer_id))

    def revoke_access(self, order_id: OrderId) -> None:
        """End the access of an order without a refund, as an operator. If the process is killed, the access
        may remain.
        """
        self.revoked_orders.add(order_id)
        self.billing.refund_service().revoke(ChannelId(1), order_id)

    def deliver_webhook(self, delivery: dict[str, Any]) -> None:
        """Deliver a webhook, signed now: a signature is valid for a few minutes of real time."""
        payload: str = delivery["payload"]
        signature = sign_payload(payload, self.simulator.outbox.secret)
        webhook_event = self.payments.construct_event(payload.encode(), signature)
        self.billing.webhook_service().handle(webhook_event)

    def list_new_webhooks(self) -> list[dict[str, Any]]:
        """Return the webhooks that were created since the last call."""
        deliveries = self.simulator.outbox.list_deliveries(after=self.last_delivery)
        self.last_delivery = deliveries[-1].row_id if deliveries else self.last_delivery
        return [self.simulator.outbox.serialize(delivery) for delivery in deliveries]

    def run_reconciliation(self) -> None:
        """Run the reconciliation job, which runs every minute."""
        self.billing.webhook_service().reconcile()

    def run_job(self, task: tuple[str, tuple[int | str, ...]]) -> None:
        """Run a job."""
        name, (channel_id, entity_id) = task[0], (int(task[1][0]), int(task[1][1]))
        if name == PAY_MAKE_GOODS_JOB:
            is_automatic = bool(task[1][2])
            self.billing.make_good_service().pay(ChannelId(channel_id), entity_id, is_automatic=is_automatic)
        elif name == SYNC_BUNDLE_JOB:
            self.billing.sync_bundle_grants()(ChannelId(channel_id), OrderId(entity_id))
        elif name == ERASE_CUSTOMER_JOB:
            self.billing.customer_erasure_service().erase(ChannelId(channel_id), AccountId(entity_id))
        else:
            self.checkout_service.sync_order(ChannelId(channel_id), OrderId(entity_id))

    def list_orders(self) -> list[Order]:
        """Return all orders of all channels."""
        with self.database.engine.connect() as connection, Session(connection) as session:
            return [to_order(row) for row in session.scalars(select(OrderRow).order_by(OrderRow.id))]

    def list_order_summaries(self) -> Sequence[Any]:
        """Return the columns that invariants need, for all orders. This is cheaper than `list_orders`."""
        with self.database.engine.connect() as connection:
            return connection.execute(ORDER_SUMMARY_QUERY).all()

    def list_transactions(self) -> list[TransactionRow]:
        """Return all transactions."""
        with self.database.engine.connect() as connection, Session(connection) as session:
            return list(session.scalars(select(TransactionRow).order_by(TransactionRow.id)))

    def reset(self) -> None:
        """Delete all data, but keep the tables."""
        with self.database.engine.begin() as connection:
            for table in reversed(_list_tables()):
                connection.execute(table.delete())
        self.simulator.reset()
        self.queue.waiting.clear()
        self.channels.viewers.clear()
        self.channels.verified.clear()
        self.published_events.clear()
        self.revoked_orders.clear()
        self.evidence.events.clear()
        self.share_games.games.clear()
        self.channels.make_good.clear()
        self.checkpoints.clear()
        self.last_delivery = 0
        self.clock.set(NOW)

    def _announce(self, event: Any) -> None:
        after_commit(lambda: self.published_events.append(event))


def _list_tables() -> list[Any]:
    """Return the billing tables and the table of table versions, which each commit writes."""
    billing_tables = [table for name, table in Base.metadata.tables.items() if name.startswith("billing_")]
    return [*billing_tables, TableVersionRow.__table__]
