"""Tests for rendered PDF receipts, by reading their text."""

from __future__ import annotations

import io
import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from pypdf import PdfReader

from touchline.billing.adapters.receipt_pdf import FpdfReceiptRenderer
from touchline.billing.adapters.receipt_texts import ENGLISH, FRENCH
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.renewals.billing_periods import BillingPeriod
from touchline.billing.ports.receipts import ReceiptDocument, ReceiptKind, ReceiptLine, Seller
from touchline.shared.money import Money


def cad(minor: int) -> Money:
    return Money(minor, "CAD")


LATE = datetime(2026, 11, 22, 3, 0, tzinfo=UTC)  # still November 21 in Toronto
DOCUMENT = ReceiptDocument(
    kind=ReceiptKind.RECEIPT,
    number="ATELIER-1042",
    language="fr",
    seller=Seller("Atelier Nord", "https://atelier.example.org", "#2a4b9c", "America/Toronto"),
    at=LATE,
    buyer=("Agnieszka Łódź-Œuvré", "agnieszka@example.org"),
    description="Le passage complet",
    period=BillingPeriod(LATE, LATE.replace(year=2027)),
    promo_code="TIPOFF20",
    lines=(
        ReceiptLine("base", cad(12900)),
        ReceiptLine("discount", cad(2580)),
        ReceiptLine("fee", cad(100)),
    ),
    total=cad(10420),
    taxes=(TaxLine("TPS", "5", cad(453)), TaxLine("TVQ", "9.975", cad(904))),
)


def render_pdf(**changes: Any) -> PdfReader:
    return PdfReader(io.BytesIO(FpdfReceiptRenderer()(replace(DOCUMENT, **changes))))


def read_lines(**changes: Any) -> list[str]:
    """Return the lines of the only page, with no-break spaces replaced by spaces."""
    (page,) = render_pdf(**changes).pages
    return page.extract_text().replace("\u00a0", " ").replace("\u202f", " ").splitlines()


def test_a_french_receipt_contains_every_line() -> None:
    assert read_lines() == [
        "Atelier Nord",
        "https://atelier.example.org",
        "Reçu",
        "Numéro ATELIER-1042",
        "Date 21 novembre 2026",
        "Client Agnieszka Łódź-Œuvré",
        "agnieszka@example.org",
        "Achat",
        "Le passage complet",
        "Période : du 21 novembre 2026 au 21 novembre 2027",
        "Prix 129,00 $CA",
        "Code promo TIPOFF20 −25,80 $CA",
        "Frais de service 1,00 $CA",
        "Total payé 104,20 $CA",
        "dont TPS 5 % 4,53 $CA",
        "dont TVQ 9,975 % 9,04 $CA",
        "Payé par carte.",
        "https://atelier.example.org/profile/transactions",
    ]


def test_a_credit_note_in_english_has_the_same_layout() -> None:
    euro = Money(1250, "EUR")
    text = read_lines(
        kind=ReceiptKind.CREDIT_NOTE,
        language="en",
        original_number="ATELIER-1041",
        period=None,
        lines=(ReceiptLine("item", euro),),
        total=euro,
        taxes=(),
    )
    assert text[2:6] == [
        "Credit note",
        "Number ATELIER-1042",
        "Date November 21, 2026",
        "Credits receipt ATELIER-1041",
    ]
    assert text[-4:-2] == ["Amount €12.50", "Total refunded €12.50"]


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(Money(1250, "JPY"), "¥1,250"), (Money(1250, "KWD"), "KWD1.250"), (Money(99, "USD"), "$0.99")],
)
def test_an_amount_has_the_decimals_of_its_currency(amount: Money, shown: str) -> None:
    text = read_lines(language="en", lines=(ReceiptLine("base", amount),), total=amount, taxes=())
    assert f"Total paid {shown}" in text


def test_a_receipt_shows_the_end_of_access() -> None:
    assert "Accès jusqu’au 21 novembre 2026" in read_lines(period=None, open_until=LATE)


def test_a_receipt_with_pending_taxes_says_so() -> None:
    text = " ".join(read_lines(taxes=None, language="en"))
    assert "The taxes included in this amount are still being calculated" in text
    assert "of which" not in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Zoë Ångström", "Zoë Ångström"), ("Ελένη Жукова", "Ελένη Жукова"), ("李雷", None), ("", None)],
)
def test_a_buyer_name_uses_only_glyphs_of_the_font(
    name: str, shown: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    text = read_lines(buyer=(name, "buyer@example.org"))
    assert (f"Client {shown}" in text) if shown else ("Client buyer@example.org" in text)
    assert caplog.messages == []


def test_a_receipt_without_a_buyer_has_no_client_line() -> None:
    assert not any(text_line.startswith("Client") for text_line in read_lines(buyer=None))


def test_a_long_description_wraps_without_loss() -> None:
    item = "Finale provinciale de volleyball féminin : " + "École secondaire de la Grande-Rivière @ " * 5
    assert item.strip() in " ".join(read_lines(description=item))


def test_a_receipt_is_one_page_in_the_size_of_the_country_and_names_its_language() -> None:
    american, european = (
        render_pdf(),
        render_pdf(total=Money(100, "EUR"), lines=(ReceiptLine("base", Money(100, "EUR")),)),
    )
    assert [round(receipt.pages[0].mediabox.width) for receipt in (american, european)] == [612, 595]
    assert str(american.root_object["/Lang"]) == "fr"
    assert american.metadata is not None
    assert (american.metadata.title, american.metadata.author) == ("Reçu ATELIER-1042", "Atelier Nord")


def test_the_same_document_is_the_same_bytes() -> None:
    assert FpdfReceiptRenderer()(DOCUMENT) == FpdfReceiptRenderer()(DOCUMENT)


def test_the_rule_has_the_channel_accent_or_the_default() -> None:
    content = [
        render_pdf(seller=replace(DOCUMENT.seller, accent=accent)).pages[0].get_contents()
        for accent in ("#ff0000", "x")
    ]
    drawing = [stream.get_data().decode("latin-1") for stream in content if stream is not None]
    assert "1 0 0 RG" in drawing[0]
    assert "1 0 0 RG" not in drawing[1]


def test_every_text_exists_in_both_languages() -> None:
    assert set(ENGLISH) == set(FRENCH)
