"""A sample form of a pack, for tests."""

from typing import Any

WORKSHOP_FORM: dict[str, Any] = {
    "key": "seat",
    "title": {"en": "A seat in a workshop", "fr": "Une place en atelier"},
    "intro": {"en": "Saturdays, from nine to noon."},
    "thanks": None,
    "submit": None,
    "to": "desk@example.org",
    "fields": [
        {"name": "email", "label": {"en": "Email"}, "type": "email", "required": True},
        {
            "name": "craft",
            "label": {"en": "Craft", "fr": "Métier"},
            "type": "select",
            "required": True,
            "options": [
                {"value": "clay", "label": {"en": "Clay", "fr": "Argile"}},
                {"value": "wool", "label": {"en": "Wool", "fr": "Laine"}},
            ],
        },
        {"name": "seats", "label": {"en": "Seats"}, "type": "number", "rules": {"min": 1, "max": 4}},
        {"name": "news", "label": {"en": "Email me about other workshops"}, "type": "checkbox"},
    ],
}
