"""Public responses contain no personal data that the school has not published.

Every GET route of the site and the API is requested without an account, with every id and every kind of path.
No response may contain a viewer's name, email, number or text, except those in `DECLARED_EXCEPTIONS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from touchline.clips.tests.adapters.conftest import ada, anonymous, cuts, save, scenario
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor

__all__ = ["ada", "anonymous", "cuts", "save", "scenario"]
FREE_CLIP_TEXTS = ("Wexfree save", "Wexfreetag")
SHOWN_TEXTS = frozenset(FREE_CLIP_TEXTS)
DECLARED_EXCEPTIONS: dict[str, frozenset[str]] = {
    "/api/clip/<clip_id>": SHOWN_TEXTS,
    "/api/clips/event/<event_id>": SHOWN_TEXTS,
    "/api/shared-clip/<clip_id>": SHOWN_TEXTS,
    "/oembed": SHOWN_TEXTS,
    "/<path:path>": SHOWN_TEXTS,
}
"""Routes that show a viewer's text to everybody: names and tags of clips of free events
(docs/how-to/protect-students.md, "Names of clips").
"""
PRIVATE_TEXTS = (
    *("Zorblatta", "Quixmarch", "zorb@example.org", "2025550147"),
    *("Wexpaid save", "Wexpaidtag", "Wexreport text", "Consentia Student"),
)
NON_PUBLIC_PATHS = ("/_outbox", "/metrics")
"""Routes for this machine or for development."""


@pytest.fixture
def sample_clips(scenario: ClipScenario, ada: Visitor, save: Callable[..., Any]) -> dict[str, Any]:
    """Create a viewer with a recognizable name who made clips of a free and a paid game, and reported one."""
    me = {"first_name": "Zorblatta", "last_name": "Quixmarch", "phone": "12025550147"}
    assert ada.post("/profile", _method="patch", **me).status_code == 200
    free = save(
        ada, "over", scenario.add_recording("over"), name=FREE_CLIP_TEXTS[0], tags=[FREE_CLIP_TEXTS[1]]
    )
    paid = save(ada, "paid", scenario.add_recording("paid"), name="Wexpaid save", tags=["Wexpaidtag"])
    for clip in (free, paid):
        scenario.finish_clip(clip["id"])
        assert (
            ada.post(f"/clip/{clip['id']}/report", reason="other", text="Wexreport text").status_code == 200
        )
    register = scenario.application.container.catalog.facade().consent_register
    with scenario.transaction():
        register.import_file("northgate", b"name,recorded\nConsentia Student,yes\n")
    return {"free": free, "paid": paid}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_public_responses_contain_no_personal_data(
    app: Flask, sample_clips: dict[str, Any], anonymous: Visitor
) -> None:
    shown: dict[str, set[str]] = {}
    requested = 0
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(NON_PUBLIC_PATHS):
            continue
        for address in expand_paths(rule, sample_clips):
            response = anonymous.browser.get(
                address, headers={"Authorization": f"Bearer {anonymous.api_key}"}
            )
            requested += 1
            text = response.get_data().decode("utf-8", "replace")
            found = {phrase for phrase in (*FREE_CLIP_TEXTS, *PRIVATE_TEXTS) if phrase in text}
            if found:
                shown.setdefault(compile_path_pattern(rule), set()).update(found)
    assert requested > 150
    undeclared = {
        where: texts - DECLARED_EXCEPTIONS.get(where, frozenset()) for where, texts in shown.items()
    }
    assert {where: texts for where, texts in undeclared.items() if texts} == {}
    assert set(shown) == set(DECLARED_EXCEPTIONS), "every declared exception occurs in a response"


def compile_path_pattern(rule: Rule) -> str:
    """Return a route without its converter limits."""
    return re.sub(r"<(?:int|string)\([^)]*\):", "<", rule.rule)


def expand_paths(rule: Rule, sample_clips: dict[str, Any]) -> Iterator[str]:
    """Yield every valid path of a route, and pages for the catch-all."""
    if "path:" in rule.rule:
        yield from list_pages(sample_clips) if rule.rule.startswith("/<path:") else ()
        return
    numbers = sorted(
        {1, 2, 3, 4, *(clip[key] for clip in sample_clips.values() for key in ("id", "event_id"))}
    )
    uuids = [clip["uuid"] for clip in sample_clips.values()]
    parts = [
        uuids if name == "uuid" else ["contacts"] if name == "alias" else numbers
        for name in re.findall(r"<(?:[^:>]*:)?([a-z_]+)>", rule.rule)
    ]
    for values in product(*parts):
        path = rule.rule
        for value in values:
            path = re.sub(r"<[^>]*>", str(value), path, count=1)
        yield path
        if "shared-clip" in path:
            yield from (f"{path}?uuid={uuid}" for uuid in uuids)
    if rule.rule == "/oembed":
        site = "http://prairie.localhost:8080"
        yield from (f"/oembed?url={site}{page}" for page in list_pages(sample_clips))
    if rule.rule == "/api/search":
        yield from (f"/api/search?query={text.split()[0]}" for text in (*FREE_CLIP_TEXTS, *PRIVATE_TEXTS))


def list_pages(sample_clips: dict[str, Any]) -> list[str]:
    """Return the pages that show a clip or its game."""
    found = ["/", "/live", "/vod", "/upcoming", "/faq"]
    for clip in sample_clips.values():
        number, uuid, event = clip["id"], clip["uuid"], clip["event_id"]
        found += [f"/share/{number}/{uuid}", f"/share_embed/{number}/{uuid}", f"/watch_library/{number}"]
        found += [f"/watch/{event}", f"/watch_embed/{event}", f"/share/{number}/{uuid}/poster.jpg"]
    return found
