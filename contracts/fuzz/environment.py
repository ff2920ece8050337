"""The fuzzed system: a deployment with two channels and one of everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from dependency_injector import providers
from flask import Flask
from sqlalchemy import select

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states import accounts, billing, clips, engagement
from contracts.provider.states.analytics import enable_analytics
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.keys import Session, hash_key
from touchline.entrypoints.docs.openapi import build_document
from touchline.entrypoints.web import create_app
from touchline.front.assets.web_build import WebBuild
from touchline.shared.ids import ChannelId

VISITOR, VIEWER, OPERATOR, NOBODY = "visitor", "viewer", "operator", "nobody"
ROLES = (VISITOR, VIEWER, OPERATOR, NOBODY)
OWNER, OTHER_VIEWER, OUTSIDER = "owner", "other-viewer", "outsider"
"""A viewer who owns one of everything, a viewer who owns nothing, and a viewer of the other channel."""
PASSWORD = "a long way to the rink"  # noqa: S105
EVENT, CLIP = 12, 31
OTHER_CHANNEL_PACK = Path(__file__).parents[2] / "src/touchline/front/packs/tests/data/whole"


class FuzzEnvironment:
    """The app, and a key for each role. A key is renewed when a call has ended its session."""

    def __init__(self, provider: ProviderEnvironment) -> None:
        self.provider = provider
        self._database = provider.application.container.database()
        self._channel: Any = provider.application.container.channel
        self._seed()
        self._create_web_page()
        self.app: Flask = create_app(provider.application)
        self.app.testing = True
        self.document: dict[str, Any] = build_document(self.app)
        self._key_serials = dict.fromkeys((*ROLES, OWNER, OTHER_VIEWER, OUTSIDER), 0)
        for role in self._key_serials:
            self.renew_key(role)
        self._load_owner_ids()

    def _create_web_page(self) -> None:
        """Create a page in place of the web app, which may not be built."""
        folder = self.provider.application.settings.var / "dist"
        folder.mkdir()
        page = "<!doctype html><html lang=en><head><!--touchline:head--></head><body></body></html>"
        (folder / "index.html").write_text(page)
        self.provider.application.container.front.web_build.override(providers.Object(WebBuild(folder)))

    def get_key(self, role: str) -> str | None:
        """Return the API key of a role. The role `nobody` has none."""
        return None if role == NOBODY else f"{role}-{self._key_serials[role]}-of-the-fuzz"

    def renew_key(self, role: str) -> None:
        """Give a role a new key."""
        if role == NOBODY:
            return
        self._key_serials[role] += 1
        channel_id = self.other_channel_id if role == OUTSIDER else self.channel_id
        with self._database.transaction(channel_id):
            account = None if role == VISITOR else self._get_account(role).id
            key_hash = hash_key(self.get_key(role) or "")
            session = Session(channel_id, key_hash, NOON, NOON + timedelta(days=30), account)
            self._channel.sessions().add(session)

    def iter_owner_ids(self, id_names: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield values for the ids of a path, so that each of the owner's records is named once."""
        for number in range(max((len(self.owner_ids.get(name, [1])) for name in id_names), default=1)):
            yield {
                name: (owner_values := self.owner_ids.get(name, [1]))[number % len(owner_values)]
                for name in id_names
            }

    def reset_throttle(self) -> None:
        """Reset all request counts."""
        self._channel.throttle().storage.reset()

    def _seed(self) -> None:
        provider = self.provider
        enable_analytics(provider)
        billing.create_promo_code(provider, "TIPOFF20", 20)
        billing.create_subscription(provider, 70, trial_period=7)
        clips.create_recorded_event(provider, EVENT, 8)
        billing.create_package(provider, clips.PACKAGE_ID, "clips")
        self.channel_id = provider.apply_pack()
        self.other_channel_id = ChannelId(
            provider.application.container.front.apply_pack()(OTHER_CHANNEL_PACK).channel_id
        )
        for serial, role in enumerate((VIEWER, OPERATOR, OWNER)):
            accounts.create_account(provider, _email_of(role), PASSWORD)
            self._create_items(_email_of(role), CLIP + serial)
        for channel_id, role in ((self.channel_id, OTHER_VIEWER), (self.other_channel_id, OUTSIDER)):
            with self._database.transaction(channel_id):
                account = Account(channel_id, _email_of(role), "Rui", "Costa", "en", NOON)
                account.email_verified_at = NOON
                self._channel.accounts().add(account)
        with provider.open_channel() as (_, channel):
            channel.operator_admin().add(_email_of(OPERATOR))

    def _load_owner_ids(self) -> None:
        """Store the owner's ids by parameter name, and the values that identify the owner."""
        with self._database.transaction(self.channel_id) as session:
            account = self._get_account(OWNER)
            self.owner_id = account.id
            orders = list(session.scalars(select(OrderRow).where(OrderRow.account_id == account.id)))
            transaction_ids = select(TransactionRow.id).where(
                TransactionRow.order_id.in_([item.id for item in orders])
            )
            sessions = select(SessionRow.id).where(SessionRow.account_id == account.id)
            self.owner_ids: dict[str, list[Any]] = {
                "order_id": [order.id for order in orders],
                "transaction_id": list(session.scalars(transaction_ids)),
                "session_id": list(session.scalars(sessions)),
                **{name: [CLIP + 2] for name in ("clip_id", "favorite_id", "reminder_id")},
                **{name: [EVENT] for name in ("event_id", "item_id")},
            }
        billing: Any = self.provider.application.container.billing
        customer = billing.customer_service().find(self.channel_id, account.id)
        cards = [card["id"] for card in billing.saved_cards().list_cards(customer)]
        self.owner_ids["card_id"] = cards
        self.owner_markers = (_email_of(OWNER), *cards)

    def _create_items(self, email: str, clip: int) -> None:
        provider = self.provider
        billing.create_order(provider, email, "package", clips.PACKAGE_ID)
        clips.create_clip(provider, clip, EVENT, email, f"{clip:032x}", "ready")
        engagement.create_favorite(provider, email, clip, event_id=EVENT)
        engagement.create_reminder(provider, email, clip, EVENT)
        engagement.create_watch_position(provider, email, EVENT, 3)

    def _get_account(self, role: str) -> Any:
        return self._channel.accounts().get_by_email(_email_of(role))


def _email_of(role: str) -> str:
    return f"{role}@example.org"


@contextmanager
def run_environment(var: Path) -> Iterator[FuzzEnvironment]:
    """Run the environment on its own database with the fake Stripe until the block ends."""
    with FakeStripeServer() as fake_stripe:
        provider = ProviderEnvironment(f"sqlite:///{var / 'touchline.sqlite'}", var, fake_stripe)
        try:
            yield FuzzEnvironment(provider)
        finally:
            provider.application.close()
