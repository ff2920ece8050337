"""What letters about purchases say in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from touchline.channel.adapters.letter_texts import JinjaLetterTexts
from touchline.channel.tests.adapters.test_letter_texts import ENGLISH_NOON, FACTS, FRENCH_NOON, SITE
from touchline.channel.tests.letter_fakes import channel


def lines(kind: str, language: str = "en", **changes: Any) -> list[str]:
    """The lines of the letter as text."""
    facts = {**FACTS, **changes}
    text = JinjaLetterTexts("").write(kind, language, facts, channel(), SITE).text
    return text.replace("\u202f", " ").replace("\u00a0", " ").splitlines()


NOON_EN, NOON_FR = ENGLISH_NOON.replace("\u202f", " "), FRENCH_NOON


def test_a_receipt_says_what_was_paid_and_what_will_be() -> None:
    said = lines("receipt")
    assert "Hockey season is paid for, and open for you now." in said
    assert {
        "Bought: Hockey season",
        "Paid: $33.49",
        "Receipt: PRAIRIE-42",
        "Next payment: $41.49, November 21, 2026",
    } <= set(said)
    assert any("renews by itself every 12 months" in line for line in said)
    assert not any(line.startswith("Open until") for line in said)


def test_a_receipt_of_what_does_not_renew_says_until_when_it_is_open() -> None:
    said = lines("receipt", "fr", renews_at=None)
    assert "Payé : 33,49 $US" in said
    assert "Ouvert jusqu’au : 21 novembre 2026" in said
    assert not any("Prochain paiement" in line or "renouvellement" in line for line in said)
    assert not any(
        line.startswith("Ouvert") for line in lines("receipt", "fr", renews_at=None, open_until=None)
    )


def test_a_renewal_is_called_one() -> None:
    said = lines("receipt", renewal=True, yearly=False)
    assert "Your subscription was renewed" in said
    assert any("every 30 days" in line for line in said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            {f"Free until: {NOON_EN}", "Then we charge: $41.49", "And again: every 12 months"},
        ),
        (
            "fr",
            {
                f"Gratuit jusqu’au : {NOON_FR}",
                "Ensuite, nous facturons : 41,49 $US",
                "Puis de nouveau : tous les 12 mois",
            },
        ),
    ],
)
def test_a_trial_says_what_is_charged_later_and_when(language: str, said: set[str]) -> None:
    assert said <= set(lines("trial_started", language))


@pytest.mark.parametrize(
    ("language", "what_to_do", "until"),
    [
        ("en", "leave another card", "Until November 21, 2026 everything stays open for you."),
        ("fr", "laissez-y une autre carte", "Jusqu’au 21 novembre 2026, tout vous reste ouvert."),
    ],
)
def test_a_failed_renewal_says_what_to_do_and_until_when_access_stays(
    language: str, what_to_do: str, until: str
) -> None:
    said = "\n".join(lines("renewal_failed", language))
    assert what_to_do in said
    assert until in said


@pytest.mark.parametrize("kind", ["renewal_near", "trial_ending"])
@pytest.mark.parametrize(
    ("language", "charge", "day", "stop"),
    [
        ("en", "We charge: $41.49", f"On: {NOON_EN}", "Cancel the renewal under your orders"),
        (
            "fr",
            "Nous facturons : 41,49 $US",
            f"Le : {NOON_FR}",
            "Annulez le renouvellement dans vos commandes",
        ),
    ],
)
def test_a_reminder_says_what_is_charged_when_and_how_to_stop_it(
    kind: str, language: str, charge: str, day: str, stop: str
) -> None:
    said = lines(kind, language)
    assert {charge, day} <= set(said)
    assert any(stop in line for line in said)


def test_a_refund_says_whether_it_closed_what_was_bought() -> None:
    closed = "It is not open any more."
    assert closed in lines("refund", is_open=False)
    assert closed not in lines("refund")
    assert "Refunded: $33.49" in lines("refund")


def test_what_is_open_for_good_has_no_end() -> None:
    assert not any(line.startswith("Open until") for line in lines("access_opened", open_until=None))
    assert "Open until: November 21, 2026" in lines("access_opened")


def test_a_sentence_that_does_not_apply_leaves_no_gap() -> None:
    html = JinjaLetterTexts("").write("refund", "en", FACTS, channel(), SITE).html
    assert not re.search(r"<p[^>]*></p>", html)
