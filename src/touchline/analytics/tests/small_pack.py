"""A catalog with two free games and one paid game, for report tests."""

from __future__ import annotations

from datetime import datetime
from typing import Any


def small_pack(starts: datetime) -> dict[str, Any]:
    """Return the catalog part of a pack whose games start at `starts`."""
    unset = dict.fromkeys(("sport", "gender", "color", "color_2", "image", "group"))
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
                **unset,
                "key": key,
                "name": {"en": name},
                "short_name": {"en": short_name},
                "category": "hockey",
                "children": [],
            }
            for key, name, short_name in teams
        ],
        "events": [
            _event("first", "free", starts),
            _event("second", "free", starts),
            _event("sold", "paid", starts),
        ],
        "library": {"categories": [], "items": [], "rails": []},
    }


def _event(key: str, pass_type: str, starts: datetime) -> dict[str, Any]:
    unset = dict.fromkeys(("name", "location", "price", "score", "label", "live", "embed_url", "simulate_at"))
    return {
        **unset,
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
