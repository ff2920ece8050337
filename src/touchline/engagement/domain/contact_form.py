"""The contact form, as every channel has it until its pack says otherwise (product.md §2 and §9)."""

from __future__ import annotations

from typing import Any

from touchline.engagement.domain.forms import CONTACT_FORM

DAYS_PLACEHOLDER = "{days}"
"""Stands in texts of forms for the business days in which requests are reviewed."""


def with_defaults(definition: dict[str, Any]) -> dict[str, Any]:
    """A definition of the contact form with all that it leaves out."""
    return {
        **get_default_contact_form(),
        **{name: value for name, value in definition.items() if value not in (None, [], "")},
    }


def get_default_contact_form() -> dict[str, Any]:
    """Its definition, as a pack would say it."""
    return {
        "key": CONTACT_FORM,
        "title": {"en": "Contact us", "fr": "Nous écrire"},
        "intro": {
            "en": "Write to us. We review every request within {days} business days.",
            "fr": "Écrivez-nous. Nous étudions chaque demande en moins de {days} jours ouvrables.",
        },
        "thanks": {
            "en": "Thank you. We have your request and will review it within {days} business days.",
            "fr": "Merci. Nous avons votre demande et l’étudierons en moins de {days} jours ouvrables.",
        },
        "submit": {"en": "Send", "fr": "Envoyer"},
        "to": "",
        "fields": [
            _field("name", {"en": "Your name", "fr": "Votre nom"}, "text", max=80),
            _field("email", {"en": "Your email address", "fr": "Votre courriel"}, "email"),
            _field("subject", {"en": "Subject", "fr": "Sujet"}, "text", max=120),
            _field("message", {"en": "Message", "fr": "Message"}, "textarea", min=10, max=5000),
        ],
    }


def _field(name: str, label: dict[str, str], kind: str, **rules: int) -> dict[str, Any]:
    return {"name": name, "label": label, "type": kind, "required": True, "rules": rules}
