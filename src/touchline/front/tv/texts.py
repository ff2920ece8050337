"""Texts of the TV page."""

from __future__ import annotations

from touchline.shared.strings.localized import LocalText, localize

TEXTS: dict[str, LocalText] = {
    "title": {"en": "TV", "fr": "Téléviseur"},
    "heading": {"en": "Link this TV", "fr": "Associez ce téléviseur"},
    "open": {"en": "On your phone or computer, open", "fr": "Sur votre téléphone ou ordinateur, ouvrez"},
    "enter": {"en": "and enter this code", "fr": "et entrez ce code"},
    "scan": {"en": "Or scan this code with your phone", "fr": "Ou numérisez ce code avec votre téléphone"},
    "waiting": {"en": "Waiting for the code", "fr": "En attente du code"},
    "minutes": {"en": "The code is valid for ten minutes.", "fr": "Le code est valable dix minutes."},
    "linked": {"en": "{name}’s TV is linked", "fr": "Le téléviseur de {name} est associé"},
    "linked_line": {
        "en": "Your TV stays linked until you log out here or under Devices in your profile.",
        "fr": "Ce téléviseur reste associé jusqu’à sa déconnexion, ici ou sous Appareils dans votre profil.",
    },
    "on_now": {"en": "Live now", "fr": "En direct maintenant"},
    "live": {"en": "Live", "fr": "En direct"},
    "interrupted": {"en": "Interrupted", "fr": "Interrompu"},
    "nothing": {"en": "Nothing is live right now.", "fr": "Rien n’est en direct pour le moment."},
    "new_code": {"en": "New code", "fr": "Nouveau code"},
    "log_out": {"en": "Log out on this TV", "fr": "Déconnecter ce téléviseur"},
    "full_screen": {"en": "Full screen", "fr": "Plein écran"},
    "fault": {"en": "No connection. Trying again.", "fr": "Pas de connexion. Nouvelle tentative en cours."},
}


def get_texts(language: str) -> dict[str, str]:
    """Return the texts in a language; in English if there is no translation."""
    return {name: localize(text, language) for name, text in TEXTS.items()}
