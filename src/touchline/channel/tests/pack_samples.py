"""A sample channel part of a pack that uses every feature."""

from typing import Any

IDS = {
    "category": {"hockey": 11},
    "participant": {"timber": 21},
    "group": {"cedar": 31},
    "event": {"final": 41},
    "location": {"rink": 51},
}


def channel_part() -> dict[str, Any]:
    """Return a new copy of the channel part."""
    action = {"label": {"en": "See", "fr": "Voir"}, "url": "/packages"}
    return {
        "channel": {
            "slug": "prairie",
            "name": "Prairie Sports",
            "short_name": "Prairie",
            "tagline": {"en": "Every game.", "fr": "Chaque match."},
            "domains": ["prairie.localhost"],
            "language": "en",
            "languages": ["en", "fr"],
            "currency": "USD",
            "time_zone": "America/Chicago",
            "logo": "/files/prairie/logo.svg",
            "favicon": None,
            "share_picture": None,
            "colors": {"accent": "#ffc53d"},
            "theme": {
                "scheme": "dark",
                "font_text": "Hanken Grotesk",
                "fonts": [
                    {"family": "A", "file": "/files/prairie/a.woff2", "weight": "400", "stretch": "100%"}
                ],
            },
            "settings": {
                "google_tag": "G-1",
                "analytics_key": None,
                "analytics_consent": "ask",
                "remote_auth": 0,
                "preroll_suppress_minutes": 60,
                "geo": {"block": ["FR"]},
                "home": ["live", "library"],
                "default_view": "grid",
                "contact_days": 5,
            },
            "static_blocks": {
                "band": {
                    "title": {"en": "Only English"},
                    "text": {"en": "*One* game"},
                    "action": action,
                    "image": None,
                }
            },
        },
        "menu": [
            menu_entry("about", page="about", children=[menu_entry("more", url="/more")]),
            menu_entry("live", kind="live"),
            menu_entry("teams", kind="participants"),
        ],
        "slides": [
            slide("heavy", type="main", weight=2, of=None, event=None),
            slide("team", type="participant", weight=1, of="timber", event="final", action=action),
        ],
        "pages": [
            {
                "key": "about",
                "name": {"en": "About", "fr": "À propos"},
                "url": "/about",
                "alt_name": None,
                "text": {"en": '<img src="/files/prairie/a.png">'},
            }
        ],
        "faq": [{"key": "why", "group": None, "question": {"en": "Why?"}, "answer": {"en": "Because."}}],
        "texts": {"hello": {"en": "Hello", "fr": "Bonjour"}},
        "popups": [
            {
                "key": "welcome",
                "title": {"en": "Welcome"},
                "text": {"en": "Hi"},
                "path": "/",
                "once": True,
                "action": action,
            }
        ],
        "prerolls": [
            {
                "key": "ad",
                "url": None,
                "file": "/files/prairie/0123456789ab-ad.mp4",
                "vast": None,
                "name": {"en": "Feed & Seed", "fr": "Grains et semences"},
                "weight": 1,
                "location": "rink",
                "categories": ["hockey"],
                "for_vod": True,
                "for_live": False,
                "skip_after": 5,
                "click_url": None,
                "sponsor": "feed",
            }
        ],
        "sponsors": [
            {
                "key": "feed",
                "name": {"en": "Feed & Seed"},
                "logo": None,
                "url": "https://feed.example.org",
                "email": None,
                "daily_cap": 3,
                "archived": False,
            }
        ],
        "routes": [{"path": "/passes-ecole", "to": "/passes"}],
    }


def menu_entry(key: str, **overrides: Any) -> dict[str, Any]:
    """Return a menu entry."""
    defaults = dict.fromkeys(("url", "page", "kind", "column", "icon"))
    return {"key": key, "label": {"en": key}, **defaults, "area": "header", "children": [], **overrides}


def slide(key: str, **overrides: Any) -> dict[str, Any]:
    """Return a slide."""
    defaults = dict.fromkeys(("line", "image_tall", "badge", "action", "second_action"))
    return {"key": key, "title": {"en": key}, "image": "/files/prairie/hero.webp", **defaults, **overrides}
