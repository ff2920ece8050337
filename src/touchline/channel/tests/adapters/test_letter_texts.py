"""What letters say and how they look."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from touchline.channel.adapters.letter_texts import JinjaLetterTexts
from touchline.channel.application.letters import Kind
from touchline.channel.ports.letter_texts import LetterText
from touchline.channel.tests.letter_fakes import NOON, channel
from touchline.shared.money import Money

SITE = "https://prairie.example.org"
LINK = f"{SITE}/verify-email?email=jane%40example.org&expires=1&signature=abc"
FACTS: dict[str, object] = {
    "first_name": "Jane",
    "email": "jane@example.org",
    "link": LINK,
    "life": timedelta(hours=1),
    "when": NOON,
    "device": "Chrome on Windows",
    "country": "CA",
    "item": "Hockey season",
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
    "is_open": True,
    "overdue": True,
    "event": "Cedar Ridge @ Northgate",
    "about": "Cedar Ridge",
    "stop_link": None,
    "form": "Contact us",
    "number": "PRAIRIE-42",
    "sender": "ada@example.org",
}
ENGLISH_NOON, FRENCH_NOON = "November 21, 2026, 12:00\u202fPM CST", "21 novembre 2026, 12:00 CST"
LOOK = {
    "colors": {
        "header-background": "#0a0e15",
        "header-text": "#f4f6f9",
        "accent": "#ffc53d",
        "accent-text": "#1b1302",
    },
    "theme": {"font_text": "Hanken Grotesk", "display_case": "uppercase"},
}
SUBJECTS = {
    ("verify_email", "en"): "Confirm your e-mail address for Prairie Sports",
    ("verify_email", "fr"): "Confirmez votre courriel pour Prairie Sports",
    ("reset_password", "en"): "Choose a new password for Prairie Sports",
    ("reset_password", "fr"): "Choisissez un nouveau mot de passe pour Prairie Sports",
    ("close_account", "en"): "Confirm the deletion of your account at Prairie Sports",
    ("close_account", "fr"): "Confirmez la suppression de votre compte chez Prairie Sports",
    ("new_device", "en"): "New log-in to your account at Prairie Sports",
    ("new_device", "fr"): "Nouvelle connexion à votre compte chez Prairie Sports",
    ("password_changed", "en"): "Your password at Prairie Sports was changed",
    ("password_changed", "fr"): "Votre mot de passe chez Prairie Sports a été changé",
    ("wrong_passwords", "en"): "Someone is guessing your password at Prairie Sports",
    ("wrong_passwords", "fr"): "Quelqu’un essaie de deviner votre mot de passe chez Prairie Sports",
    ("wrong_codes", "en"): "Someone knows your password at Prairie Sports",
    ("wrong_codes", "fr"): "Quelqu’un connaît votre mot de passe chez Prairie Sports",
    ("second_factor_on", "en"): "Log-in to Prairie Sports asks for a code from now on",
    ("second_factor_on", "fr"): "La connexion à Prairie Sports demande désormais un code",
    ("second_factor_off", "en"): "Log-in to Prairie Sports no longer asks for a code",
    ("second_factor_off", "fr"): "La connexion à Prairie Sports ne demande plus de code",
}


SUBJECTS |= {
    ("receipt", "en"): "Your receipt from Prairie Sports",
    ("receipt", "fr"): "Votre reçu de Prairie Sports",
    ("trial_started", "en"): "Your free trial at Prairie Sports has begun",
    ("trial_started", "fr"): "Votre essai gratuit chez Prairie Sports a commencé",
    ("access_opened", "en"): "Hockey season is open for you at Prairie Sports",
    ("access_opened", "fr"): "Hockey season est ouvert pour vous chez Prairie Sports",
    ("refund", "en"): "Your refund from Prairie Sports",
    ("refund", "fr"): "Votre remboursement de Prairie Sports",
    ("renewal_failed", "en"): "Your renewal at Prairie Sports could not be paid",
    ("renewal_failed", "fr"): "Votre renouvellement chez Prairie Sports n’a pas pu être payé",
    ("purchase_changed", "en"): "No longer available: Hockey season",
    ("purchase_changed", "fr"): "Plus offert\u00a0: Hockey season",
    ("renewal_near", "en"): "Hockey season renews on November 21, 2026",
    ("renewal_near", "fr"): "Hockey season se renouvelle le 21 novembre 2026",
    ("trial_ending", "en"): "Your free trial at Prairie Sports ends on November 21, 2026",
    ("event_live", "en"): "Cedar Ridge @ Northgate is live",
    ("event_live", "fr"): "Cedar Ridge @ Northgate est en direct",
    ("clip_reported", "en"): "Clip PRAIRIE-42 was reported at Prairie Sports",
    ("clip_reported", "fr"): "L’extrait PRAIRIE-42 a été signalé chez Prairie Sports",
    ("consent_missing", "en"): "Consent is missing for an event tomorrow at Prairie Sports",
    ("consent_missing", "fr"): "Il manque un consentement pour un événement de demain chez Prairie Sports",
    ("form_request", "en"): "Contact us: request PRAIRIE-42",
    ("form_request", "fr"): "Contact us\u00a0: demande PRAIRIE-42",
    ("trial_ending", "fr"): "Votre essai gratuit chez Prairie Sports prend fin le 21 novembre 2026",
}


def written(kind: str = "verify_email", language: str = "en", **changes: Any) -> LetterText:
    """A letter; `changes` are of its facts, `looks` of the channel."""
    looks = changes.pop("looks", LOOK)
    return JinjaLetterTexts("").write(kind, language, {**FACTS, **changes}, channel(**looks), SITE)


def test_every_kind_has_its_words_in_both_languages() -> None:
    assert {kind for kind, _ in SUBJECTS} == {str(kind) for kind in Kind}


@pytest.mark.parametrize(("kind", "language"), SUBJECTS)
def test_a_letter_says_what_it_is_and_where_to_go(kind: str, language: str) -> None:
    letter = written(kind, language)
    assert letter.subject == SUBJECTS[kind, language]
    assert f'<html lang="{language}">' in letter.html
    assert unescape(letter.html).count(f'href="{LINK}"') == 2, "the button, and the address as text"
    assert f">{LINK}</a>" in unescape(letter.html)
    assert LINK in letter.text.splitlines()
    assert "jane@example.org" in letter.text
    assert f"Prairie Sports, {SITE}" in letter.text
    assert "{" not in letter.text


@pytest.mark.parametrize(("language", "life"), [("en", "for 1 hour"), ("fr", "valable 1\xa0heure")])
def test_a_letter_says_how_long_its_link_works(language: str, life: str) -> None:
    letter = written("reset_password", language)
    assert life in letter.text
    assert life in unescape(letter.html)


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", {"Device: Chrome on Windows", "Country: Canada", f"Time: {ENGLISH_NOON}"}),
        ("fr", {"Appareil\xa0: Chrome on Windows", "Pays\xa0: Canada", f"Heure\xa0: {FRENCH_NOON}"}),
    ],
)
def test_a_new_device_is_told_in_the_channels_time(language: str, rows: set[str]) -> None:
    assert rows <= set(written("new_device", language).text.splitlines())


def test_what_is_not_known_of_a_device_has_no_row() -> None:
    letter = written("new_device", device="", country=None)
    assert "Device" not in letter.text
    assert "Country" not in letter.text
    assert "A new device." in letter.html


@pytest.mark.parametrize(("kind", "language"), SUBJECTS)
def test_nothing_that_a_viewer_typed_becomes_markup(kind: str, language: str) -> None:
    typed = '<script>alert("1")</script>'
    letter = written(kind, language, first_name=typed, email=f"{typed}@example.org", device=typed)
    assert "<script" not in letter.html
    assert "&lt;script&gt;" in letter.html
    assert typed in letter.text


def test_nothing_that_a_viewer_typed_becomes_a_template() -> None:
    letter = written(first_name="{{ link }}{% raw %}")
    assert "Hello {{ link }}{% raw %}," in letter.text


@pytest.mark.parametrize(("kind", "language"), SUBJECTS)
def test_a_subject_is_one_line(kind: str, language: str) -> None:
    looks = {**LOOK, "name": "Prairie\r\nBcc: everybody@example.org"}
    subject = written(kind, language, looks=looks, first_name="Jane\nDoe").subject
    assert len(subject.splitlines()) == 1


def test_somebody_without_a_name_is_greeted_too() -> None:
    assert "Hello," in written(first_name="").text.splitlines()


def test_a_letter_has_the_channels_colours_and_name() -> None:
    html = written().html
    assert re.search(r'bgcolor="#0a0e15"[^>]*border-bottom:4px solid #ffc53d', html)
    assert re.search(r'bgcolor="#ffc53d"', html)
    assert re.search(r"color:#1b1302[^>]*>Confirm my address<", html)
    assert re.search(r"text-transform:uppercase[^>]*>Prairie Sports</a>", html)
    assert "Hanken Grotesk" in html


@pytest.mark.parametrize("colors", [{}, {"accent": "#ffff00"}, {"accent": "red", "accent-text": "blue"}])
def test_colours_that_were_not_checked_against_each_other_are_not_taken(colors: dict[str, str]) -> None:
    html = written(looks={"colors": colors}).html
    assert re.search(r'bgcolor="#1f4fa8"', html)
    assert re.search(r"color:#ffffff[^>]*>Confirm my address<", html)


@pytest.mark.parametrize(
    ("logo", "shown"),
    [
        ("/files/1/logo.png", 'src="https://prairie.example.org/files/1/logo.png" alt="Prairie Sports"'),
        ("/files/1/logo.svg", ">Prairie Sports</a>"),
        (None, ">Prairie Sports</a>"),
    ],
)
def test_a_logo_is_shown_where_mail_programs_can_show_it(logo: str | None, shown: str) -> None:
    assert shown in written(looks={**LOOK, "logo": logo}).html


def test_a_picture_comes_from_the_host_of_media() -> None:
    texts = JinjaLetterTexts("https://media.example.org")
    letter = texts.write("verify_email", "en", FACTS, channel(logo="/files/1/logo.png"), SITE)
    assert 'src="https://media.example.org/files/1/logo.png"' in letter.html


@pytest.mark.parametrize(("asked", "spoken"), [("fr-CA", "fr"), ("de", "en"), ("../en", "en")])
def test_who_speaks_neither_reads_english(asked: str, spoken: str) -> None:
    assert f'<html lang="{spoken}">' in written(language=asked).html


def test_a_letter_has_an_end_of_lines_that_a_mail_server_takes() -> None:
    assert max(len(line) for line in written().html.splitlines()) < 998


STOP = f"{SITE}/unsubscribe?token=1.2.participant.3.abc"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Stop letters about Cedar Ridge"), ("fr", "Ne plus recevoir de lettres au sujet de Cedar Ridge")],
)
def test_a_letter_that_may_be_stopped_says_how(language: str, said: str) -> None:
    letter = written("event_live", language, stop_link=STOP)
    assert re.search(rf'<a [^>]*href="{re.escape(STOP)}"[^>]*>{said}</a>', unescape(letter.html))
    assert STOP in letter.text.splitlines()
    for other in (written("event_live", language), written("receipt", language)):
        assert "unsubscribe" not in other.html + other.text


@pytest.mark.parametrize(("about", "said"), [("Cedar Ridge @ Northgate", "this game"), ("Hockey", "Hockey")])
def test_a_reminder_says_what_it_is_about(about: str, said: str) -> None:
    assert f"when {said} goes live" in written("event_live", about=about).text


def test_what_somebody_wrote_is_shown_as_text_line_by_line() -> None:
    answers = (("Message", "One.\n<b>Two</b> {{ link }}"), ("Seats", "2"), ("Seats", "3"))
    letter = written("form_request", answers=answers)
    assert "Message: One.\n<b>Two</b> {{ link }}\nSeats: 2\nSeats: 3\n" in letter.text
    assert "One.\n&lt;b&gt;Two&lt;/b&gt; {{ link }}</td>" in letter.html
    assert "white-space:pre-line" in letter.html


@pytest.mark.parametrize(
    ("sender", "said"),
    [("ada@example.org", "Answer this letter, and ada@example.org gets"), ("", "No address to answer to")],
)
def test_whoever_reads_a_request_knows_how_to_answer(sender: str, said: str) -> None:
    assert said in written("form_request", sender=sender).text
