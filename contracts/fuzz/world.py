"""What is asked: a deployment with two channels, in which there is one of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from dependency_injector import providers
from flask import Flask
from sqlalchemy import select

from adapters.payments.fake_stripe.running import Running
from contracts.provider import states_accounts, states_billing, states_clips, states_engagement
from contracts.provider.stage import NOON, Stage
from contracts.provider.states_analytics import a_counted_channel
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.keys import Session, hash_of
from touchline.entrypoints.openapi import document
from touchline.entrypoints.web import create_app
from touchline.front.built_web import BuiltWeb
from touchline.shared.ids import ChannelId

VISITOR, VIEWER, OPERATOR, NOBODY = "visitor", "viewer", "operator", "nobody"
ROLES = (VISITOR, VIEWER, OPERATOR, NOBODY)
OWNER, THIEF, OUTSIDER = "owner", "thief", "outsider"
"""A viewer who has one of everything, another one who has nothing, and one of the other channel."""
PASSWORD = "a long way to the rink"  # noqa: S105
EVENT, CLIP = 12, 31
OTHER_PACK = Path(__file__).parents[2] / "src/touchline/front/packs/tests/data/whole"


class World:
    """The app, and a key for each role, which is given again when a call has ended it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._database = stage.house.container.database()
        self._channel: Any = stage.house.container.channel
        self._furnish()
        self._build_a_page()
        self.app: Flask = create_app(stage.house)
        self.app.testing = True
        self.document: dict[str, Any] = document(self.app)
        self._numbers = dict.fromkeys((*ROLES, OWNER, THIEF, OUTSIDER), 0)
        for role in self._numbers:
            self.let_in(role)
        self._look_at_the_owner()

    def _build_a_page(self) -> None:
        """In the place of the web app, which may not be built."""
        folder = self.stage.house.settings.var / "dist"
        folder.mkdir()
        page = "<!doctype html><html lang=en><head><!--touchline:head--></head><body></body></html>"
        (folder / "index.html").write_text(page)
        self.stage.house.container.front.built_web.override(providers.Object(BuiltWeb(folder)))

    def key_of(self, role: str) -> str | None:
        """The api key of a role; nobody has none."""
        return None if role == NOBODY else f"{role}-{self._numbers[role]}-of-the-fuzz"

    def let_in(self, role: str) -> None:
        """Give a role a new key."""
        if role == NOBODY:
            return
        self._numbers[role] += 1
        channel_id = self.other_channel_id if role == OUTSIDER else self.channel_id
        with self._database.transaction(channel_id):
            account = None if role == VISITOR else self._account(role).id
            hashed = hash_of(self.key_of(role) or "")
            session = Session(channel_id, hashed, NOON, NOON + timedelta(days=30), account)
            self._channel.sessions().add(session)

    def ids_of_owner(self, names: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Values for the ids of a path, so that each of the owner's things is named once."""
        for number in range(max((len(self.owners.get(name, [1])) for name in names), default=1)):
            yield {name: (known := self.owners.get(name, [1]))[number % len(known)] for name in names}

    def calm(self) -> None:
        """Forget who asked how often."""
        self._channel.throttle().storage.reset()

    def _furnish(self) -> None:
        stage = self.stage
        a_counted_channel(stage)
        states_billing.a_promo_code(stage, "TIPOFF20", 20)
        states_billing.a_subscription(stage, 70, trial_period=7)
        states_clips.a_recorded_event(stage, EVENT, 8)
        states_billing.a_package(stage, states_clips.PASS, "clips")
        self.channel_id = stage.apply()
        self.other_channel_id = ChannelId(stage.house.container.front.apply_pack()(OTHER_PACK).channel_id)
        for serial, role in enumerate((VIEWER, OPERATOR, OWNER)):
            states_accounts.an_account(stage, _address(role), PASSWORD)
            self._give_things(_address(role), CLIP + serial)
        for channel_id, role in ((self.channel_id, THIEF), (self.other_channel_id, OUTSIDER)):
            with self._database.transaction(channel_id):
                account = Account(channel_id, _address(role), "Rui", "Costa", "en", NOON)
                account.email_verified_at = NOON
                self._channel.kept_accounts().add(account)
        with stage.channel() as (_, channel):
            channel.desk.change_operators().add(_address(OPERATOR))

    def _look_at_the_owner(self) -> None:
        """Which ids are the owner's, by the names that calls give them, and what tells of the owner."""
        with self._database.transaction(self.channel_id) as session:
            account = self._account(OWNER)
            self.owner_id = account.id
            orders = list(session.scalars(select(OrderRow).where(OrderRow.account_id == account.id)))
            lines = select(TransactionRow.id).where(TransactionRow.order_id.in_([each.id for each in orders]))
            sessions = select(SessionRow.id).where(SessionRow.account_id == account.id)
            self.owners: dict[str, list[Any]] = {
                "order_id": [order.id for order in orders],
                "transaction_id": list(session.scalars(lines)),
                "session_id": list(session.scalars(sessions)),
                **{name: [CLIP + 2] for name in ("clip_id", "favorite_id", "reminder_id")},
                **{name: [EVENT] for name in ("event_id", "item_id")},
            }
        billing: Any = self.stage.house.container.billing
        customer = billing.counter.customer_desk().known(self.channel_id, account.id)
        cards = [card["id"] for card in billing.counter.cards().saved(customer)]
        self.owners["card_id"] = cards
        self.marks = (_address(OWNER), *cards)

    def _give_things(self, email: str, clip: int) -> None:
        stage = self.stage
        states_billing.an_order(stage, email, "package", states_clips.PASS)
        states_clips.a_clip(stage, clip, EVENT, email, f"{clip:032x}", "ready")
        states_engagement.a_favorite(stage, email, clip, event_id=EVENT)
        states_engagement.a_reminder(stage, email, clip, EVENT)
        states_engagement.a_watch_position(stage, email, EVENT, 3)

    def _account(self, role: str) -> Any:
        return self._channel.kept_accounts().by_email(_address(role))


def _address(role: str) -> str:
    return f"{role}@example.org"


@contextmanager
def world(var: Path) -> Iterator[World]:
    """The world, on a database of its own and with a stand-in that takes the money, while it lasts."""
    with Running() as stand_in:
        stage = Stage(f"sqlite:///{var / 'touchline.sqlite'}", var, stand_in)
        try:
            yield World(stage)
        finally:
            stage.house.close()
