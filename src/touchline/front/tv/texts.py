"""Texts of the TV page."""

from __future__ import annotations

from touchline.shared.strings.localized import LocalText, localize

TEXTS: dict[str, LocalText] = {
    "title": {"en": "TV", "fr": "Téléviseur"},
    "heading": {"en": "Link this TV", "fr": "Associez ce téléviseur"},
    "open": {"en": "On your phone or computer, open", "fr": "Sur votre téléphone ou ordinateur, ouvrez"},
    "enter": {"en": "and enter this code", "fr": "et entrez ce code"},
    "scan": {"en": "Or point your phone’s camera here", "fr": "Ou visez ici avec votre téléphone"},
    "waiting": {"en": "Waiting for you", "fr": "En attente"},
    "minutes": {"en": "The code works for ten minutes.", "fr": "Le code est valable dix minutes."},
    "linked": {"en": "{name}’s TV is linked", "fr": "Bienvenue, {name}"},
    "linked_line": {
        "en": "It stays linked until you log it out here or in your profile.",
        "fr": "Ce téléviseur reste associé jusqu’à sa déconnexion, ici ou dans votre profil.",
    },
    "on_now": {"en": "On now", "fr": "En ce moment"},
    "live": {"en": "Live", "fr": "En direct"},
    "interrupted": {"en": "Interrupted", "fr": "Interrompu"},
    "nothing": {"en": "Nothing is live right now.", "fr": "Rien n’est en direct pour le moment."},
    "new_code": {"en": "New code", "fr": "Nouveau code"},
    "log_out": {"en": "Log this TV out", "fr": "Déconnecter ce téléviseur"},
    "full_screen": {"en": "Full screen", "fr": "Plein écran"},
    "fault": {"en": "No connection. Trying again.", "fr": "Pas de connexion. Nouvel essai en cours."},
}


def get_texts(language: str) -> dict[str, str]:
    """Return the texts in a language; in English if there is no translation."""
    return {name: localize(text, language) for name, text in TEXTS.items()}
