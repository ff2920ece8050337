"""A small season as the catalog's part of a channel pack: two schools with two teams each, and six events."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from touchline.catalog.tests.samples import NOON, build_text
from touchline.shared.money import Money

PackEntry = dict[str, Any]
HOUR = timedelta(hours=1)


def pack_part(**changes: Any) -> PackEntry:
    """Return the whole part. `changes` replace sections."""
    return {
        "language": "en",
        "categories": [
            _category_entry(
                "girls-soccer", build_text("Girls soccer", "Soccer féminin"), "soccer", "female", 10
            ),
            _category_entry(
                "boys-hockey", build_text("Boys hockey", "Hockey masculin"), "hockey", "male", 20
            ),
        ],
        "locations": [
            _location_entry("rink", build_text("Cedar Ridge Ice"), "Cedar Ridge", "ND", None),
            _location_entry("field", build_text("Stade Montréal"), "Montréal", "QC", "America/Toronto"),
        ],
        "properties": [
            {
                "key": "division",
                "name": build_text("Division"),
                "values": [{"key": "a", "name": build_text("Class A", "Classe A")}],
            }
        ],
        "groups": [
            _group_entry(
                "harlan-falls", build_text("Harlan Falls"), build_text("Torrent"), {"division": "a"}
            ),
            _group_entry("cedar-ridge", build_text("Cedar Ridge"), build_text("Timber"), {}),
        ],
        "participants": [
            _team_entry(
                "cedar-ridge-teams", "Cedar Ridge teams", "cedar-ridge", None, ["cedar-ridge-hockey"]
            ),
            *(
                _team_entry(f"{school}-{sport}", name, school, category, [])
                for school, name in (("harlan-falls", "Harlan Falls"), ("cedar-ridge", "Cedar Ridge"))
                for sport, category in (("hockey", "boys-hockey"), ("soccer", "girls-soccer"))
            ),
        ],
        "events": [
            event_entry(
                "over",
                NOON - 48 * HOUR,
                score={
                    **{"away": 2, "home": 3, "note": build_text("OT", "P")},
                    **{"ending": "overtime", "shootout": None, "winner": None, "period": None},
                },
            ),
            event_entry("over-soccer", NOON - 26 * HOUR, sport="soccer", **{"pass": "register"}),
            event_entry("on-now", NOON - HOUR, label=build_text("quarterfinal")),
            event_entry("later-soccer", NOON + 5 * HOUR, sport="soccer", **{"pass": "paid"}),
            event_entry(
                "later",
                NOON + 30 * HOUR,
                price={"base": Money(899, "USD"), "fee": Money(100, "USD")},
                **{"pass": "ppv"},
            ),
            event_entry(
                "practice",
                NOON + 54 * HOUR,
                away=None,
                home=None,
                name=build_text("Zone practice", "Entraînement"),
            ),
        ],
        "library": library_entry(),
        **changes,
    }


def event_entry(key: str, starts_at: datetime, sport: str = "hockey", **changes: Any) -> PackEntry:
    """Return an event of two hours: Harlan Falls at Cedar Ridge."""
    return {
        "key": key,
        "away": f"harlan-falls-{sport}",
        "home": f"cedar-ridge-{sport}",
        "name": None,
        "category": "boys-hockey" if sport == "hockey" else "girls-soccer",
        "location": "rink" if sport == "hockey" else "field",
        "starts": starts_at,
        "duration": 7200,
        "pass": "free",
        "price": None,
        "score": None,
        "label": None,
        "description": build_text("A rivalry.", "Une rivalité."),
        "images": {"card": None, "poster": None, "tall": None},
        "geo": {},
        "live": None,
        "embed_url": None,
        "simulate_at": None,
        "neutral_site": False,
        "visibility": "public",
        "replay": None,
        "prerolls": None,
        "status": None,
        "postponed_to": None,
        "is_time_known": True,
        "availability": {"live": True, "download": True, "audio_only": False},
        "blackouts": [],
        **changes,
    }


def library_entry() -> PackEntry:
    """Return the library: three items, two categories and two rails."""
    return {
        "categories": [
            {"key": "film-room", "name": build_text("Film room"), "weight": 10},
            {"key": "studio", "name": build_text("Studio shows", "Émissions"), "weight": 20},
        ],
        "items": [
            item_entry(
                "ten-questions",
                build_text("Ten questions", "Dix questions"),
                4,
                ["studio"],
                author=build_text("Desk"),
            ),
            item_entry(
                "friday-desk", build_text("Friday desk"), 2, ["studio", "film-room"], **{"pass": "paid"}
            ),
            item_entry("power-play", build_text("Élan: the power play"), 9, ["film-room"]),
        ],
        "rails": [
            _rail_entry("picked", "Start here", ["power-play", "ten-questions"], None, 5),
            _rail_entry("studio", "Studio", [], "studio", 9),
        ],
    }


def item_entry(
    key: str, title: dict[str, str], days_ago: int, categories: list[str], **changes: Any
) -> PackEntry:
    """Return a library item of ten minutes."""
    return {
        "key": key,
        "title": title,
        "description": build_text("How it is done."),
        "date": NOON - timedelta(days=days_ago),
        "duration": 600,
        "categories": categories,
        "author": None,
        "pass": "free",
        "image": "/files/prairie/abc-still.webp",
        "preview": None,
        **changes,
    }


def _category_entry(key: str, name: dict[str, str], sport: str, gender: str, weight: int) -> PackEntry:
    attributes = {"sport": sport, "gender": gender, "weight": weight}
    tags = [{"en": "Goal", "fr": "But"}, {"en": "Glove save"}] if sport == "hockey" else []
    return {"key": key, "name": name, "short_name": None, "image": None, "clip_tags": tags, **attributes}


def _location_entry(
    key: str, name: dict[str, str], city: str, state: str, time_zone: str | None
) -> PackEntry:
    address = {"city": city, "state": state, "country": "US", "time_zone": time_zone}
    return {"key": key, "name": name, **address}


def _group_entry(
    key: str, name: dict[str, str], nickname: dict[str, str], properties: dict[str, str]
) -> PackEntry:
    return {
        "key": key,
        "name": name,
        "short_name": build_text(key[:3].upper()),
        "nickname": nickname,
        "logo": f"/files/prairie/abc-{key}.svg",
        "colors": ["#1a5fe0", "#a9dcff"],
        "city": None,
        "state": None,
        "properties": properties,
    }


def _team_entry(key: str, name: str, group: str, category: str | None, children: list[str]) -> PackEntry:
    names = {"name": build_text(name), "short_name": build_text(name[:3].upper())}
    defaults = dict.fromkeys(("sport", "gender", "color", "color_2", "image"))
    return {"key": key, **names, "group": group, "category": category, "children": children, **defaults}


def _rail_entry(key: str, title: str, items: list[str], category: str | None, weight: int) -> PackEntry:
    return {"key": key, "title": build_text(title), "items": items, "category": category, "weight": weight}
