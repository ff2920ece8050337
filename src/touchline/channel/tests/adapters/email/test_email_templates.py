"""Text and layout of emails."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from touchline.channel.adapters.email.email_templates import JinjaEmailTemplates
from touchline.channel.application.email.emails import EmailKind
from touchline.channel.ports.email.email_templates import EmailContent
from touchline.channel.ports.email.purchases import MakeGoodDetails
from touchline.channel.tests.email_fakes import NOON, channel
from touchline.shared.money import Money

SITE = "https://prairie.example.org"
LINK = f"{SITE}/verify-email?email=jane%40example.org&expires=1&signature=abc"
VARIABLES: dict[str, object] = {
    "first_name": "Jane",
    "email": "jane@example.org",
    "link": LINK,
    "life": timedelta(hours=1),
    "when": NOON,
    "device": "Chrome on Windows",
    "country": "CA",
    "item": "Hockey season",
    "recipient": "Kim",
    "amount": Money(3349, "USD"),
    "next_amount": Money(4149, "USD"),
    "renewal": False,
    "yearly": True,
    "trial_days": 0,
    "renews_at": NOON,
    "open_until": NOON,
    "product_status": "withdrawn",
    "starts_at": None,
    "refund_due": False,
    "card_last4": None,
    "off_season": None,
    "is_donation": False,
    "is_open": True,
    "overdue": True,
    "event": "Cedar Ridge @ Northgate",
    "about": "Cedar Ridge",
    "stop_link": None,
    "result": "Final – Cedar Ridge 4, Northgate 5 (OT)",
    "details": "",
    "form": "Contact us",
    "number": "PRAIRIE-42",
    "can_reply": True,
    "paragraphs": ["We refunded it."],
    "sender": "ada@example.org",
    "role": "owner",
    "token": "Score import",
    "prefix": "tlp_abc123",
    "expires_at": NOON,
    "fault": "The encoder has disconnected.",
    "remedy": "Check its network.",
    "make_good": MakeGoodDetails(
        event_name="Cedar Ridge @ Northgate",
        reason="share",
        side="venue",
        lost_minutes=14,
        paid_for=Money(40000, "USD"),
        event_count=12,
        code="MG-7K2P9QX4AB",
        expires_at=NOON,
    ),
    "message": "Enjoy the games!",
    "code": "ABCD-EFGH-JKLM-NPQR-STUV",
}
ENGLISH_NOON, FRENCH_NOON = "November 21, 2026, 12:00\u202fPM CST", "21 novembre 2026, 12:00 CST"
CHANNEL_THEME = {
    "colors": {
        "header-background": "#0a0e15",
        "header-text": "#f4f6f9",
        "accent": "#ffc53d",
        "accent-text": "#1b1302",
    },
    "theme": {"font_text": "Hanken Grotesk", "display_case": "uppercase"},
}
SUBJECTS = {
    ("verify_email", "en"): "Confirm your email address for Prairie Sports",
    ("verify_email", "fr"): "Confirmez votre adresse de courriel pour Prairie Sports",
    ("reset_password", "en"): "Reset your Prairie Sports password",
    ("reset_password", "fr"): "Réinitialisez votre mot de passe Prairie Sports",
    ("close_account", "en"): "Confirm the deletion of your Prairie Sports account",
    ("close_account", "fr"): "Confirmez la suppression de votre compte Prairie Sports",
    ("new_device", "en"): "New login to your Prairie Sports account",
    ("new_device", "fr"): "Nouvelle connexion à votre compte Prairie Sports",
    ("password_changed", "en"): "Your Prairie Sports password was changed",
    ("password_changed", "fr"): "Votre mot de passe Prairie Sports a été changé",
    ("wrong_passwords", "en"): "Someone is trying to guess your Prairie Sports password",
    ("wrong_passwords", "fr"): "Quelqu’un tente de deviner votre mot de passe Prairie Sports",
    ("wrong_codes", "en"): "Someone knows your Prairie Sports password",
    ("wrong_codes", "fr"): "Quelqu’un connaît votre mot de passe Prairie Sports",
    ("second_factor_on", "en"): "Your Prairie Sports login now requires a code",
    ("second_factor_on", "fr"): "La connexion à Prairie Sports demande désormais un code",
    ("second_factor_off", "en"): "Your Prairie Sports login no longer requires a code",
    ("second_factor_off", "fr"): "La connexion à Prairie Sports ne demande plus de code",
    ("access_token_created", "en"): "New access token for your Prairie Sports account",
    ("access_token_created", "fr"): "Nouveau jeton d’accès pour votre compte Prairie Sports",
}


SUBJECTS |= {
    ("receipt", "en"): "Your receipt from Prairie Sports",
    ("receipt", "fr"): "Votre reçu de Prairie Sports",
    ("trial_started", "en"): "Your Prairie Sports free trial has started",
    ("trial_started", "fr"): "Votre essai gratuit de Prairie Sports a commencé",
    ("access_opened", "en"): "You have access to Hockey season on Prairie Sports",
    ("access_opened", "fr"): "Vous avez accès à Hockey season sur Prairie Sports",
    ("refund", "en"): "Your refund from Prairie Sports",
    ("refund", "fr"): "Votre remboursement de Prairie Sports",
    ("renewal_failed", "en"): "We couldn’t renew your Prairie Sports subscription",
    ("renewal_failed", "fr"): "Nous n’avons pas pu renouveler votre abonnement Prairie Sports",
    ("make_good_refund", "en"): "We refunded $33.49 for Cedar Ridge @ Northgate",
    ("make_good_refund", "fr"): "Nous avons remboursé 33,49\u00a0$US pour Cedar Ridge @ Northgate",
    ("make_good_credit", "en"): "You have a credit of $33.49 for Cedar Ridge @ Northgate",
    ("make_good_credit", "fr"): "Vous avez un crédit de 33,49\u00a0$US pour Cedar Ridge @ Northgate",
    ("purchase_changed", "en"): "No longer available: Hockey season",
    ("purchase_changed", "fr"): "Plus offert\u00a0: Hockey season",
    ("renewal_near", "en"): "Hockey season renews on November 21, 2026",
    ("renewal_near", "fr"): "Hockey season se renouvelle le 21 novembre 2026",
    ("trial_ending", "en"): "Your Prairie Sports free trial ends on November 21, 2026",
    ("event_live", "en"): "Cedar Ridge @ Northgate is live",
    ("event_live", "fr"): "Cedar Ridge @ Northgate est en direct",
    ("final_score", "en"): "Final – Cedar Ridge 4, Northgate 5 (OT)",
    ("final_score", "fr"): "Final – Cedar Ridge 4, Northgate 5 (OT)",
    ("clip_reported", "en"): "Clip PRAIRIE-42 was reported on Prairie Sports",
    ("clip_reported", "fr"): "L’extrait PRAIRIE-42 a été signalé sur Prairie Sports",
    ("consent_missing", "en"): "Consent is missing for an event on Prairie Sports tomorrow",
    ("consent_missing", "fr"): "Il manque un consentement pour un événement de demain sur Prairie Sports",
    ("stream_fault", "en"): "Problem with the live stream: Cedar Ridge @ Northgate",
    ("stream_fault", "fr"): "Problème de diffusion\u00a0: Cedar Ridge @ Northgate",
    ("gift", "en"): "ada@example.org sent you a gift: Hockey season",
    ("gift", "fr"): "ada@example.org vous offre un cadeau : Hockey season",
    ("gift_redeemed", "en"): "Your gift was redeemed: Hockey season",
    ("gift_redeemed", "fr"): "Votre cadeau a été utilisé\u00a0: Hockey season",
    ("invitation", "en"): "Join the Prairie Sports team",
    ("invitation", "fr"): "Rejoignez l’équipe de Prairie Sports",
    ("test", "en"): "Test email from Prairie Sports",
    ("test", "fr"): "Courriel d’essai de Prairie Sports",
    ("webhook_paused", "en"): "Webhook endpoint PRAIRIE-42 of Prairie Sports is paused",
    ("webhook_paused", "fr"): "L’adresse de webhook PRAIRIE-42 de Prairie Sports est suspendue",
    ("request_reply", "en"): "Prairie Sports answered your request",
    ("request_reply", "fr"): "Prairie Sports a répondu à votre demande",
    ("form_request", "en"): "Contact us: request PRAIRIE-42",
    ("form_request", "fr"): "Contact us\u00a0: demande PRAIRIE-42",
    ("trial_ending", "fr"): "Votre essai gratuit de Prairie Sports prend fin le 21 novembre 2026",
}


def render_email(kind: str = "verify_email", language: str = "en", **changes: Any) -> EmailContent:
    """Render an email. `changes` override its variables, and `channel_fields` those of the channel."""
    channel_fields = changes.pop("channel_fields", CHANNEL_THEME)
    return JinjaEmailTemplates("").render(
        kind, language, {**VARIABLES, **changes}, channel(**channel_fields), SITE
    )


def test_every_email_kind_is_translated() -> None:
    assert {kind for kind, _ in SUBJECTS} == {str(kind) for kind in EmailKind}


@pytest.mark.quick_cases(10)
@pytest.mark.parametrize(("kind", "language"), SUBJECTS)
def test_an_email_has_a_subject_and_a_link(kind: str, language: str) -> None:
    content = render_email(kind, language)
    assert content.subject == SUBJECTS[kind, language]
    assert f'<html lang="{language}">' in content.html
    assert unescape(content.html).count(f'href="{LINK}"') == 2, "the button, and the address as text"
    assert f">{LINK}</a>" in unescape(content.html)
    assert LINK in content.text.splitlines()
    assert "jane@example.org" in content.text
    assert f"Prairie Sports, {SITE}" in content.text
    assert "{" not in content.text


@pytest.mark.parametrize(("language", "lifetime"), [("en", "for 1 hour"), ("fr", "valable 1\xa0heure")])
def test_an_email_states_the_lifetime_of_its_link(language: str, lifetime: str) -> None:
    content = render_email("reset_password", language)
    assert lifetime in content.text
    assert lifetime in unescape(content.html)


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", {"Device: Chrome on Windows", "Country: Canada", f"Time: {ENGLISH_NOON}"}),
        ("fr", {"Appareil\xa0: Chrome on Windows", "Pays\xa0: Canada", f"Heure\xa0: {FRENCH_NOON}"}),
    ],
)
def test_a_new_device_email_uses_the_channel_time_zone(language: str, rows: set[str]) -> None:
    assert rows <= set(render_email("new_device", language).text.splitlines())


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", {"Name: Score import", "Expires: November 21, 2026", "Device: Chrome on Windows"}),
        ("fr", {"Nom\xa0: Score import", "Expiration\xa0: 21 novembre 2026", "Pays\xa0: Canada"}),
    ],
)
def test_an_access_token_email_says_what_was_created_and_where(language: str, rows: set[str]) -> None:
    assert rows <= set(render_email("access_token_created", language).text.splitlines())


def test_unknown_device_details_have_no_row() -> None:
    content = render_email("new_device", device="", country=None)
    assert "Device" not in content.text
    assert "Country" not in content.text
    assert "A new device." in content.html


@pytest.mark.quick_cases(10)
@pytest.mark.parametrize(("kind", "language"), SUBJECTS)
def test_user_input_is_not_rendered_as_markup(kind: str, language: str) -> None:
    user_input = '<script>alert("1")</script>'
    content = render_email(
        kind, language, first_name=user_input, email=f"{user_input}@example.org", device=user_input
    )
    assert "<script" not in content.html
    assert "&lt;script&gt;" in content.html
    assert user_input in content.text


def test_user_input_is_not_rendered_as_a_template() -> None:
    content = render_email(first_name="{{ link }}{% raw %}")
    assert "Hello {{ link }}{% raw %}," in content.text


@pytest.mark.quick_cases(10)
@pytest.mark.parametrize(("kind", "language"), SUBJECTS)
def test_a_subject_has_no_line_breaks(kind: str, language: str) -> None:
    channel_fields = {**CHANNEL_THEME, "name": "Prairie\r\nBcc: everybody@example.org"}
    subject = render_email(kind, language, channel_fields=channel_fields, first_name="Jane\nDoe").subject
    assert len(subject.splitlines()) == 1


def test_a_viewer_without_a_name_gets_a_greeting() -> None:
    assert "Hello," in render_email(first_name="").text.splitlines()


def test_an_email_has_the_colors_and_name_of_the_channel() -> None:
    html = render_email().html
    assert re.search(r'bgcolor="#0a0e15"[^>]*border-bottom:4px solid #ffc53d', html)
    assert re.search(r'bgcolor="#ffc53d"', html)
    assert re.search(r"color:#1b1302[^>]*>Confirm email address<", html)
    assert re.search(r"text-transform:uppercase[^>]*>Prairie Sports</a>", html)
    assert "Hanken Grotesk" in html


@pytest.mark.parametrize("colors", [{}, {"accent": "#ffff00"}, {"accent": "red", "accent-text": "blue"}])
def test_incomplete_color_pairs_are_ignored(colors: dict[str, str]) -> None:
    html = render_email(channel_fields={"colors": colors}).html
    assert re.search(r'bgcolor="#1f4fa8"', html)
    assert re.search(r"color:#ffffff[^>]*>Confirm email address<", html)


@pytest.mark.parametrize(
    ("logo", "expected_html"),
    [
        ("/files/1/logo.png", 'src="https://prairie.example.org/files/1/logo.png" alt="Prairie Sports"'),
        ("/files/1/logo.svg", ">Prairie Sports</a>"),
        (None, ">Prairie Sports</a>"),
    ],
)
def test_a_logo_is_shown_in_supported_image_formats(logo: str | None, expected_html: str) -> None:
    assert expected_html in render_email(channel_fields={**CHANNEL_THEME, "logo": logo}).html


def test_a_logo_is_loaded_from_the_media_host() -> None:
    templates = JinjaEmailTemplates("https://media.example.org")
    content = templates.render("verify_email", "en", VARIABLES, channel(logo="/files/1/logo.png"), SITE)
    assert 'src="https://media.example.org/files/1/logo.png"' in content.html


@pytest.mark.parametrize(("language", "html_language"), [("fr-CA", "fr"), ("de", "en"), ("../en", "en")])
def test_english_is_the_fallback_language(language: str, html_language: str) -> None:
    assert f'<html lang="{html_language}">' in render_email(language=language).html


def test_line_endings_are_valid_for_mail_servers() -> None:
    assert max(len(line) for line in render_email().html.splitlines()) < 998


UNSUBSCRIBE_LINK = f"{SITE}/unsubscribe?token=1.2.participant.3.abc"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Stop emails about Cedar Ridge"),
        ("fr", "Ne plus recevoir de courriels au sujet de Cedar Ridge"),
    ],
)
def test_an_email_with_unsubscribe_shows_the_link(language: str, text: str) -> None:
    content = render_email("event_live", language, stop_link=UNSUBSCRIBE_LINK)
    assert re.search(rf'<a [^>]*href="{re.escape(UNSUBSCRIBE_LINK)}"[^>]*>{text}</a>', unescape(content.html))
    assert UNSUBSCRIBE_LINK in content.text.splitlines()
    for other in (render_email("event_live", language), render_email("receipt", language)):
        assert "unsubscribe" not in other.html + other.text


@pytest.mark.parametrize(
    ("language", "over", "stop"),
    [
        ("en", "The game is over.", "Turn off score alerts for Cedar Ridge"),
        ("fr", "Le match est terminé.", "Désactiver les alertes de pointage pour Cedar Ridge"),
    ],
)
def test_an_email_with_the_final_turns_off_only_score_alerts(language: str, over: str, stop: str) -> None:
    content = render_email("final_score", language, stop_link=UNSUBSCRIBE_LINK)
    assert over in content.text and stop in content.text
    assert f'href="{UNSUBSCRIBE_LINK}"' in content.html
    with_note = render_email("final_score", language, details="A full house.")
    assert "A full house." in with_note.text


@pytest.mark.parametrize(
    ("reminder_subject", "text"), [("Cedar Ridge @ Northgate", "this event"), ("Hockey", "Hockey")]
)
def test_a_reminder_names_its_subject(reminder_subject: str, text: str) -> None:
    assert f"when {text} goes live" in render_email("event_live", about=reminder_subject).text


def test_form_answers_are_shown_as_text_lines() -> None:
    answers = (("Message", "One.\n<b>Two</b> {{ link }}"), ("Seats", "2"), ("Seats", "3"))
    content = render_email("form_request", answers=answers)
    assert "Message: One.\n<b>Two</b> {{ link }}\nSeats: 2\nSeats: 3\n" in content.text
    assert "One.\n&lt;b&gt;Two&lt;/b&gt; {{ link }}</td>" in content.html
    assert "white-space:pre-line" in content.html


@pytest.mark.parametrize(
    ("sender", "text"),
    [
        ("ada@example.org", "Reply to this email to answer ada@example.org"),
        ("", "The sender left no email address"),
    ],
)
def test_a_form_request_states_how_to_reply(sender: str, text: str) -> None:
    assert text in render_email("form_request", sender=sender).text
