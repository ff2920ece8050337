"""Text of purchase emails in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from touchline.channel.adapters.email.email_templates import JinjaEmailTemplates
from touchline.channel.tests.adapters.email.test_email_templates import (
    ENGLISH_NOON,
    FRENCH_NOON,
    SITE,
    VARIABLES,
)
from touchline.channel.tests.email_fakes import channel


def render_lines(kind: str, language: str = "en", **changes: Any) -> list[str]:
    """Return the lines of the email's text."""
    variables = {**VARIABLES, **changes}
    text = JinjaEmailTemplates("").render(kind, language, variables, channel(), SITE).text
    return text.replace("\u202f", " ").replace("\u00a0", " ").splitlines()


NOON_EN, NOON_FR = ENGLISH_NOON.replace("\u202f", " "), FRENCH_NOON


def test_a_receipt_states_the_payment_and_the_next_charge() -> None:
    lines = render_lines("receipt")
    assert "Your payment for Hockey season went through. You can start watching now." in lines
    assert {
        "Item: Hockey season",
        "Paid: $33.49",
        "Receipt: PRAIRIE-42",
        "Next payment: $41.49, November 21, 2026",
    } <= set(lines)
    assert any("renews automatically every 12 months" in line for line in lines)
    assert not any(line.startswith("Access until") for line in lines)


def test_a_receipt_without_renewal_states_when_access_ends() -> None:
    lines = render_lines("receipt", "fr", renews_at=None)
    assert "Payé : 33,49 $US" in lines
    assert "Accès jusqu’au : 21 novembre 2026" in lines
    assert not any("Prochain paiement" in line or "renouvellement" in line for line in lines)
    assert not any(
        line.startswith("Ouvert") for line in render_lines("receipt", "fr", renews_at=None, open_until=None)
    )


def test_a_renewal_receipt_is_labeled_as_renewal() -> None:
    lines = render_lines("receipt", renewal=True, yearly=False)
    assert "Your subscription was renewed" in lines
    assert any("every 30 days" in line for line in lines)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            {f"Free until: {NOON_EN}", "First payment: $41.49", "Renews: every 12 months"},
        ),
        (
            "fr",
            {
                f"Gratuit jusqu’au : {NOON_FR}",
                "Premier paiement : 41,49 $US",
                "Renouvellement : tous les 12 mois",
            },
        ),
    ],
)
def test_a_trial_email_states_the_first_charge(language: str, lines: set[str]) -> None:
    assert lines <= set(render_lines("trial_started", language))


@pytest.mark.parametrize(
    ("language", "instruction", "until"),
    [
        ("en", "add another card", "You can keep watching until November 21, 2026."),
        ("fr", "ajoutez une autre carte", "Vous pouvez regarder jusqu’au 21 novembre 2026."),
    ],
)
def test_a_failed_renewal_email_explains_how_to_keep_access(
    language: str, instruction: str, until: str
) -> None:
    text = "\n".join(render_lines("renewal_failed", language))
    assert instruction in text
    assert until in text


@pytest.mark.parametrize("kind", ["renewal_near", "trial_ending"])
@pytest.mark.parametrize(
    ("language", "charge_line", "date_line", "cancel_line"),
    [
        ("en", "Amount: $41.49", f"Date: {NOON_EN}", "You don’t need to log in."),
        (
            "fr",
            "Montant : 41,49 $US",
            f"Date : {NOON_FR}",
            "Vous n’avez pas à vous connecter.",
        ),
    ],
)
def test_a_renewal_reminder_explains_the_charge_and_cancellation(
    kind: str, language: str, charge_line: str, date_line: str, cancel_line: str
) -> None:
    lines = render_lines(kind, language)
    assert {charge_line, date_line} <= set(lines)
    assert any(cancel_line in line for line in lines)


@pytest.mark.parametrize(
    ("language", "card_line", "off_season_line"),
    [
        ("en", "Card: ending in 4242", "Off-season: No charge from June 1 to August 31"),
        ("fr", "Carte : se terminant par 4242", "Hors saison : Aucun paiement du 1 juin au 31 août"),
    ],
)
def test_a_renewal_reminder_names_the_card_and_the_off_season(
    language: str, card_line: str, off_season_line: str
) -> None:
    for kind in ("renewal_near", "trial_ending"):
        lines = render_lines(kind, language, card_last4="4242", off_season=("06-01", "08-31"))
        assert {card_line, off_season_line} <= set(lines)
        assert not any(line.startswith((card_line[:5], off_season_line[:4])) for line in render_lines(kind))


def test_a_refund_email_states_whether_access_ended() -> None:
    sentence = "Your access has ended."
    assert sentence in render_lines("refund", is_open=False)
    assert sentence not in render_lines("refund")
    assert "Refunded: $33.49" in render_lines("refund")


def test_unlimited_access_has_no_end_date() -> None:
    assert not any(line.startswith("Access until") for line in render_lines("access_opened", open_until=None))
    assert "Access until: November 21, 2026" in render_lines("access_opened")


def test_an_omitted_sentence_leaves_no_blank_line() -> None:
    html = JinjaEmailTemplates("").render("refund", "en", VARIABLES, channel(), SITE).html
    assert not re.search(r"<p[^>]*></p>", html)
