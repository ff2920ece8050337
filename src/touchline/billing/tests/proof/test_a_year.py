"""A generated year: the ledger, its export, the provider's own figures and the receipts agree to the cent."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

import pytest
import stripe

from adapters.payments.fake_stripe.keys import SECRET_KEY
from touchline.billing.adapters.sql.order_books import SqlOrderBooks
from touchline.billing.application.ledger_export import COLUMNS, ExportLedger
from touchline.billing.application.receipts import RECEIPTED
from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.ports.order_books import Span
from touchline.billing.ports.receipts import PaperKind
from touchline.billing.tests.proof.seams import Inside, Seams
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.year import CURRENCIES, Year
from touchline.platform.db.session import current_session
from touchline.shared.money import Money

SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "a year")
Figures = Counter[tuple[str, str]]
"""Minor units by the order's uuid (or the currency) and what they are: charged, refunded, disputed."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store; the SDK does not wait before it asks again."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    return Store(f"sqlite:///{tmp_path / 'store.sqlite'}", CURRENCIES)


@pytest.mark.nightly
def test_after_a_year_the_books_agree_to_the_cent(store: Store) -> None:
    Year(store, SEED).passes()
    _much_happened(store)
    ledger, provider = _ledger(store), _provider(store)
    assert ledger == provider, f"{SEED}: {_differences(ledger, provider)}"
    _export_agrees(store, ledger)
    _receipts_agree(store, ledger)


def _much_happened(store: Store) -> None:
    """The year is one in which everything was there, in each currency."""
    orders = store.orders()
    kinds = {(one.currency, one.product.kind) for one in orders if one.status is OrderStatus.PAID}
    assert len(kinds) == len(CURRENCIES) * len(Kind)
    lines = store.lines()
    assert {line.movement for line in lines} == {one.value for one in Movement}
    assert {line.status for line in lines} == {"paid", "failed", "refunded"}
    assert {line.label for line in lines} >= {"created", "updated"}
    assert any(one.trial_days for one in orders)
    assert any(one.discount.minor for one in orders)
    assert len(lines) > 150


def _ledger(store: Store) -> Figures:
    uuids = {int(one.id): one.uuid for one in store.orders()}
    found: Figures = Counter()
    for line in store.lines():
        if line.status == "failed":
            continue
        name, sign = {
            "charge": ("charged", 1),
            "refund": ("refunded", 1),
            "dispute": ("disputed", 1),
            "dispute_won": ("refunded" if line.ref.endswith(":back") else "disputed", -1),
        }[line.movement]
        for whose in (uuids[line.order_id], line.currency):
            found[whose, name] += sign * line.amount_minor
    return +found


def _provider(store: Store) -> Figures:
    """The same, as the official SDK reads it."""
    sdk = stripe.StripeClient(SECRET_KEY, http_client=Inside(store.world, Seams())).v1
    found: Figures = Counter()
    whose = _owners(sdk)
    charges = {one.id: one for one in sdk.charges.list({"limit": 100}).auto_paging_iter()}

    def add(charge: str, name: str, amount: int) -> None:
        one = charges[charge]
        for key in (whose[str(one.payment_intent)], one.currency.upper()):
            found[key, name] += amount

    for one in charges.values():
        if one.paid:
            add(one.id, "charged", one.amount_captured)
    for refund in sdk.refunds.list({"limit": 100}).auto_paging_iter():
        if refund.status == "succeeded":
            add(str(refund.charge), "refunded", refund.amount)
    for dispute in sdk.disputes.list({"limit": 100}).auto_paging_iter():
        if dispute.status != "won":
            add(str(dispute.charge), "disputed", dispute.amount)
    return +found


def _owners(sdk: stripe.V1Services) -> dict[str, str]:
    """The order of each payment, by the name of its PaymentIntent."""
    found = {}
    for intent in sdk.payment_intents.list({"limit": 100}).auto_paging_iter():
        if "order" in intent.metadata:
            found[intent.id] = str(intent.metadata["order"])
    for subscription in sdk.subscriptions.list({"limit": 100, "status": "all"}).auto_paging_iter():
        asked = sdk.invoices.list(
            {"subscription": subscription.id, "limit": 100, "expand": ["data.payments"]}
        )
        for invoice in asked.auto_paging_iter():
            for payment in invoice.payments.data if invoice.payments else ():
                found[str(payment.payment.payment_intent)] = str(subscription.metadata["order"])
    return found


def _export_agrees(store: Store, ledger: Figures) -> None:
    """The export for bookkeeping, in major units."""
    for channel, currency in CURRENCIES.items():
        with store.database.transaction(channel):
            rows = list(ExportLedger(SqlOrderBooks(current_session))(Span(), "en"))
        assert {row[COLUMNS.index("currency")] for row in rows} == {currency}
        kept = sum((Decimal(row[COLUMNS.index("net")]) for row in rows), Decimal(0))
        assert Money.parse(str(kept), currency).minor == _kept(ledger, currency)


def _receipts_agree(store: Store, ledger: Figures) -> None:
    """Receipts less credit notes are what was charged less what went back; disputes have no papers."""
    papers: Figures = Counter()
    numbers, back = set(), defaultdict(int)  # type: set[str], defaultdict[str, int]
    channels = {currency: channel for channel, currency in CURRENCIES.items()}
    for order in store.orders():
        with store.database.transaction(channels[order.currency]):
            for line in store.billing.ledger().of([order.id]).get(order.id, ()):
                back[order.uuid] += line.amount.minor if line.ref.endswith(":back") else 0
                if RECEIPTED.get(line.movement) is not line.status:
                    continue
                paper = store.billing.papers.receipts().paper(order, line.id, "en")
                signed = (-1 if part.name == "discount" else 1 for part in paper.parts)
                parts = sum(sign * part.amount.minor for sign, part in zip(signed, paper.parts, strict=True))
                assert parts == paper.total.minor == line.amount.minor
                assert sum(tax.amount.minor for tax in paper.taxes or ()) <= paper.total.minor
                assert paper.number not in numbers
                numbers.add(paper.number)
                name = "charged" if paper.kind is PaperKind.RECEIPT else "refunded"
                papers[order.uuid, name] += paper.total.minor
                papers[order.currency, name] += paper.total.minor
        papers[order.uuid, "refunded"] -= back[order.uuid]
        papers[order.currency, "refunded"] -= back[order.uuid]
    wanted = Counter({key: amount for key, amount in ledger.items() if key[1] != "disputed"})
    assert +papers == wanted, f"{SEED}: {_differences(papers, wanted)}"


def _kept(figures: Figures, whose: str) -> int:
    return figures[whose, "charged"] - figures[whose, "refunded"] - figures[whose, "disputed"]


def _differences(one: Figures, other: Figures) -> list[object]:
    return [(key, one[key], other[key]) for key in sorted({*one, *other}) if one[key] != other[key]]
