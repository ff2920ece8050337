"""A catalog with two free games and one that is sold, for tests of reports."""

from __future__ import annotations

from datetime import datetime
from typing import Any


def small_pack(starts: datetime) -> dict[str, Any]:
    """Return the catalog's part of a pack; its games start at an instant."""
    unsaid = dict.fromkeys(("sport", "gender", "color", "color_2", "image", "group"))
    teams = [("cedar-ridge", "Cedar Ridge", "CDR"), ("northgate", "Northgate", "NGT")]
    category = {"key": "hockey", "name": {"en": "Hockey"}, "short_name": None, "image": None, "weight": 1}
    return {
        "language": "en",
        "categories": [{**category, "clip_tags": [], "sport": "hockey", "gender": "male"}],
        "locations": [],
        "properties": [],
        "groups": [],
        "participants": [
            {
                **unsaid,
                "key": key,
                "name": {"en": name},
                "short_name": {"en": short},
                "category": "hockey",
                "children": [],
            }
            for key, name, short in teams
        ],
        "events": [
            _game("first", "free", starts),
            _game("second", "free", starts),
            _game("sold", "paid", starts),
        ],
        "library": {"categories": [], "items": [], "rails": []},
    }


def _game(key: str, pass_type: str, starts: datetime) -> dict[str, Any]:
    unsaid = dict.fromkeys(
        ("name", "location", "price", "score", "label", "live", "embed_url", "simulate_at")
    )
    return {
        **unsaid,
        "key": key,
        "away": "cedar-ridge",
        "home": "northgate",
        "category": "hockey",
        "starts": starts,
        "duration": 7200,
        "pass": pass_type,
        "description": {"en": "A rivalry."},
        "images": {"card": None, "poster": None},
        "geo": {},
    }
