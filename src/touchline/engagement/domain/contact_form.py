"""The contact form that every channel has until its pack replaces it (product.md §2 and §9)."""

from __future__ import annotations

from typing import Any

from touchline.engagement.domain.forms import CONTACT_FORM

DAYS_PLACEHOLDER = "{days}"
"""Placeholder in form texts for the number of business days in which requests are reviewed."""


def with_defaults(definition: dict[str, Any]) -> dict[str, Any]:
    """Return a definition of the contact form, completed with defaults."""
    return {
        **get_default_contact_form(),
        **{name: value for name, value in definition.items() if value not in (None, [], "")},
    }


def get_default_contact_form() -> dict[str, Any]:
    """Return the default definition, in the format of a pack."""
    return {
        "key": CONTACT_FORM,
        "title": {"en": "Contact us", "fr": "Nous joindre"},
        "intro": {
            "en": "Send us a message. We review every request within {days} business days.",
            "fr": "Écrivez-nous. Nous étudions chaque demande en {days} jours ouvrables ou moins.",
        },
        "thanks": {
            "en": "Thank you! We received your request and will review it within {days} business days.",
            "fr": "Merci. Nous avons reçu votre demande et l’étudierons d’ici {days} jours ouvrables.",
        },
        "submit": {"en": "Send", "fr": "Envoyer"},
        "to": "",
        "fields": [
            _field("name", {"en": "Your name", "fr": "Votre nom"}, "text", max=80),
            _field("email", {"en": "Your email address", "fr": "Votre adresse de courriel"}, "email"),
            _field("subject", {"en": "Subject", "fr": "Sujet"}, "text", max=120),
            _field("message", {"en": "Message", "fr": "Message"}, "textarea", min=10, max=5000),
        ],
    }


def _field(name: str, label: dict[str, str], kind: str, **rules: int) -> dict[str, Any]:
    return {"name": name, "label": label, "type": kind, "required": True, "rules": rules}
