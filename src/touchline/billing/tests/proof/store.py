"""The whole of billing, composed as the app composes it, over the stand-in for Stripe and a database of its
own. Only the catalogue, the viewers, the queue and the clock are made up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

from dependency_injector import providers
from sqlalchemy import Row, select, text
from sqlalchemy.orm import Session

from adapters.payments.fake_stripe.keys import SECRET_KEY, WEBHOOK_SECRET
from adapters.payments.fake_stripe.world import World
from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import Line
from adapters.taxes.table import TableTaxes
from touchline.billing.adapters.jobs import reconcile
from touchline.billing.adapters.sql.order_columns import order_of
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.adapters.till import Till
from touchline.billing.application.forgetting import FORGET_CUSTOMER
from touchline.billing.container import Billing
from touchline.billing.domain.orders import Order
from touchline.billing.ports.channel_facts import Person
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.proof.seams import Inside, MortalDatabase, Seams
from touchline.billing.tests.proof.surroundings import Games, People, Queue
from touchline.billing.tests.samples import IDS
from touchline.platform.db.base import Base
from touchline.platform.db.session import after_commit, current_session
from touchline.platform.db.watched import TableMarkRow
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.money import Money
from touchline.shared.principal import Principal

FACTS = text(
    "SELECT id, account_id, kind, product_id, product, status, promo_code, starts_at FROM billing_order"
)
SECONDS = 20  # the default of `stripe_seconds`
TAXES = {"CA": (("GST", Decimal(5)), ("QST", Decimal("9.975"))), "FR": (("TVA", Decimal(20)),)}


class Store:
    """One or more channels (by id, with their currencies) that sell, over the database at `url`; without a
    `line` the stand-in is within the process and goes by the store's clock."""

    def __init__(
        self, url: str, currencies: dict[int, str], line: Line | None = None, now: datetime = NOW
    ) -> None:
        self.clock, self.seams, self.queue = FixedClock(now), Seams(), Queue()
        self.people = People(currencies)
        self.games = Games(self.people)
        self.world = World(None, wall=lambda: self.clock.now().timestamp())
        self.database = MortalDatabase(url, self.seams)
        Base.metadata.create_all(self.database.engine, tables=_tables())
        line = line or Line(SECRET_KEY, SECONDS, wire=Inside(self.world, self.seams))
        self.payments = StripePayments(line, WEBHOOK_SECRET)
        settings: Any = SimpleNamespace(payments="fake", renewal_grace_days=7)
        self.told: list[Any] = []
        self.billing = Billing(
            settings=providers.Object(settings),
            clock=providers.Object(self.clock),
            secret=providers.Object(b"a secret of tests"),
            database=providers.Object(self.database),
            session=providers.Object(current_session),
            jobs=providers.Object(self.queue),
            announce=providers.Object(self._announce),
            channel=providers.Object(self.people),
            shelf=providers.Object(self.games),
            payments=providers.Object(self.payments),
            taxes=providers.Object(TableTaxes(TAXES)),
        )
        self.heard = 0

    @property
    def till(self) -> Till:
        """The till."""
        till: Till = self.billing.till.till()
        return till

    def sells(self, channel: int, part: dict[str, Any], game: Money) -> None:
        """Put things on sale."""
        with self.database.transaction(channel):
            self.billing.facade().apply_pack(part, IDS)
        self.plays(channel, game)

    def plays(self, channel: int, game: Money) -> None:
        """The price of the channel's game, which is sold by the package `solo`."""
        with self.database.transaction(channel):
            solo = next(one for one in self.billing.kept_offers().packages() if one.key == "solo")
        self.games.base[channel], self.games.sold_by[channel] = game, solo.id

    def offer(self, key: str, channel: int = 1) -> int:
        """The id of a package or subscription, by its key."""
        with self.database.transaction(channel):
            offers = self.billing.kept_offers()
            sold: list[Any] = [*offers.packages(), *offers.subscriptions()]
            return int(next(one.id for one in sold if one.key == key))

    def enter(self, account: int, email: str, channel: int = 1, country: str = "CA") -> Principal:
        """A viewer opens an account."""
        self.people.known[AccountId(account)] = Person(email, f"Viewer {account}", "en")
        return Principal(ChannelId(channel), SessionId(account), AccountId(account), "en", country)

    def leave(self, who: Principal) -> None:
        """A viewer closes the account."""
        with self.database.transaction(who.channel_id):
            self.people.known.pop(who.viewer, None)
            self.billing.counter.close_account()(who.channel_id, who.viewer)

    def hear(self, told: dict[str, Any]) -> None:
        """A webhook arrives."""
        notice = self.payments.read(told["payload"].encode(), told["signature"])
        with self.database.transaction(None, unscoped=True):
            self.billing.till.hear()(notice)

    def webhooks(self) -> list[dict[str, Any]]:
        """Those that were made since this was asked last."""
        made = self.world.outbox.made(after=self.heard)
        self.heard = made[-1].row if made else self.heard
        return [self.world.outbox.told(one) for one in made]

    def minute(self) -> None:
        """The job of each minute."""
        till = self.billing.till
        reconcile(
            database=self.database, clock=self.clock, work=till.reconcile(), hear=till.hear(),
            notices=self.payments,
        )  # fmt: skip

    def work(self, task: tuple[str, tuple[int | str, ...]]) -> None:
        """A job."""
        name, (channel_id, number) = task[0], (int(task[1][0]), int(task[1][1]))
        if name == FORGET_CUSTOMER:
            self.billing.leavers().forget(ChannelId(channel_id), AccountId(number))
        else:
            self.till.settle(ChannelId(channel_id), OrderId(number))

    def orders(self) -> list[Order]:
        """All orders of all channels."""
        with self.database.engine.connect() as connection, Session(connection) as session:
            return [order_of(row) for row in session.scalars(select(OrderRow).order_by(OrderRow.id))]

    def facts(self) -> Sequence[Row[Any]]:
        """The facts of all orders that change, read at little cost."""
        with self.database.engine.connect() as connection:
            return connection.execute(FACTS).all()

    def lines(self) -> list[TransactionRow]:
        """The whole ledger."""
        with self.database.engine.connect() as connection, Session(connection) as session:
            return list(session.scalars(select(TransactionRow).order_by(TransactionRow.id)))

    def clear(self) -> None:
        """Forget everything but what the tables are."""
        with self.database.engine.begin() as connection:
            for table in reversed(_tables()):
                connection.execute(table.delete())
        self.world.reset()
        self.queue.waiting.clear()
        self.people.known.clear()
        self.told.clear()
        self.seams.clear()
        self.heard = 0
        self.clock.set(NOW)

    def _announce(self, event: Any) -> None:
        after_commit(lambda: self.told.append(event))


def _tables() -> list[Any]:
    """Those of billing, and the one of marks, which each commit writes."""
    own = [table for name, table in Base.metadata.tables.items() if name.startswith("billing_")]
    return [*own, TableMarkRow.__table__]
