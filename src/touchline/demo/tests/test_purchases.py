"""The purchases of the demo, on the real application and the demo's Stripe."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.tests.adapters.conftest import fake_stripe as fake_stripe
from touchline.billing.tests.adapters.conftest import shared_application as shared_application
from touchline.billing.tests.adapters.conftest import shared_fake_stripe as shared_fake_stripe
from touchline.demo.accounts import DemoAccounts
from touchline.demo.purchases import PASS_GAME, SELLER, SINGLE_GAME
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.runner.programs import DEMO_PACKS
from touchline.front.withdrawals.confirmation import Confirmation


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_demo_buys_one_of_each_kind_once_and_pays_one_viewer_back(
    application: Application, fake_stripe: FakeStripeServer, transaction: Any
) -> None:
    container: Any = application.container
    for pack in sorted(DEMO_PACKS.iterdir()):
        container.front.apply_pack()(pack, Confirmation(yes=True))
    channel = container.channel
    DemoAccounts(
        container.database(),
        channel.facade(),
        channel.accounts(),
        channel.add_account,
        channel.operator_admin(),
    )()
    for _ in range(2):
        container.demo.buy()()
    with transaction(None, unscoped=True):
        seller = next(item for item in channel.facade().list_channels() if item.slug == SELLER)
    billing = container.billing
    with transaction(seller.id) as session:
        rows = session.scalars(select(OrderRow)).all()
        assert Counter((row.kind, row.voucher_count) for row in rows if row.status == "paid") == {
            ("package", 0): 3,  # the pass, and the two codes that were redeemed
            ("event", 0): 1,
            ("donation", 0): 1,
            ("package", 1): 1,
            ("package", 5): 1,
        }
        assert len(rows) == 7
        (bundle,) = billing.bundle_admin().show("en")["outgoing"]
        assert bundle["status"] == "proposed"
        events = container.catalog.facade().list_ids_by_key("event")
        service = billing.make_good_service()
        assert service.preview_in_transaction(events[PASS_GAME]).unpaid_total == "0.00"
        assert service.preview_in_transaction(events[SINGLE_GAME]).unpaid_total != "0.00"
