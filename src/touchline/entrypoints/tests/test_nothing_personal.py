"""No public answer shows a person whom the school did not publish.

Every GET route of the site and the API is asked without an account, with every id and every kind of address.
No answer may hold a viewer's name, email, number, or text, except where `DECLARED` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from touchline.clips.tests.adapters.conftest import ada, cuts, passer_by, save, scene
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor

__all__ = ["ada", "cuts", "passer_by", "save", "scene"]
FREE = ("Wexfree save", "Wexfreetag")
NAMES_OF_FREE_CLIPS = frozenset(FREE)
DECLARED: dict[str, frozenset[str]] = {
    "/api/clip/<clip_id>": NAMES_OF_FREE_CLIPS,
    "/api/clips/event/<event_id>": NAMES_OF_FREE_CLIPS,
    "/api/shared-clip/<clip_id>": NAMES_OF_FREE_CLIPS,
    "/oembed": NAMES_OF_FREE_CLIPS,
    "/<path:path>": NAMES_OF_FREE_CLIPS,
}
"""Routes that show a text by a viewer to everybody: names and tags of clips of free events
(docs/how-to/protect-students.md, "Names of clips")."""
SECRET = (
    *("Zorblatta", "Quixmarch", "zorb@example.org", "2025550147"),
    *("Wexpaid save", "Wexpaidtag", "Wexreport text", "Consentia Student"),
)
NOT_PUBLIC = ("/_outbox", "/metrics")
"""Routes for this machine or for development."""


@pytest.fixture
def clips(scene: Scene, ada: Visitor, save: Callable[..., Any]) -> dict[str, Any]:
    """A viewer with a telling name made a clip of a free and of a paid game, and reported one."""
    me = {"first_name": "Zorblatta", "last_name": "Quixmarch", "phone": "12025550147"}
    assert ada.post("/profile", _method="patch", **me).status_code == 200
    free = save(ada, "over", scene.film("over"), name=FREE[0], tags=[FREE[1]])
    paid = save(ada, "paid", scene.film("paid"), name="Wexpaid save", tags=["Wexpaidtag"])
    for one in (free, paid):
        scene.finish(one["id"])
        assert ada.post(f"/clip/{one['id']}/report", reason="other", text="Wexreport text").status_code == 200
    register = scene.house.container.catalog.facade().consents
    with scene.transaction():
        register.import_file("northgate", b"name,recorded\nConsentia Student,yes\n")
    return {"free": free, "paid": paid}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_no_public_answer_holds_what_a_viewer_wrote_or_is(
    app: Flask, clips: dict[str, Any], passer_by: Visitor
) -> None:
    shown: dict[str, set[str]] = {}
    asked = 0
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(NOT_PUBLIC):
            continue
        for address in addresses(rule, clips):
            answer = passer_by.browser.get(address, headers={"Authorization": f"Bearer {passer_by.api_key}"})
            asked += 1
            text = answer.get_data().decode("utf-8", "replace")
            found = {word for word in (*FREE, *SECRET) if word in text}
            if found:
                shown.setdefault(pattern(rule), set()).update(found)
    assert asked > 150
    undeclared = {where: words - DECLARED.get(where, frozenset()) for where, words in shown.items()}
    assert {where: words for where, words in undeclared.items() if words} == {}
    assert set(shown) == set(DECLARED), "what is declared is shown somewhere"


def pattern(rule: Rule) -> str:
    """Return a route without the limits of its parts."""
    return re.sub(r"<(?:int|string)\([^)]*\):", "<", rule.rule)


def addresses(rule: Rule, clips: dict[str, Any]) -> Iterator[str]:
    """Return every address of a route that leads somewhere, and pages for the catch-all."""
    if "path:" in rule.rule:
        yield from pages(clips) if rule.rule.startswith("/<path:") else ()
        return
    numbers = sorted({1, 2, 3, 4, *(each[key] for each in clips.values() for key in ("id", "event_id"))})
    uuids = [each["uuid"] for each in clips.values()]
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
        yield from (f"/oembed?url={site}{page}" for page in pages(clips))
    if rule.rule == "/api/search":
        yield from (f"/api/search?query={word.split()[0]}" for word in (*FREE, *SECRET))


def pages(clips: dict[str, Any]) -> list[str]:
    """Return the pages on which a clip or its game stands."""
    found = ["/", "/live", "/vod", "/upcoming", "/faq"]
    for one in clips.values():
        number, uuid, event = one["id"], one["uuid"], one["event_id"]
        found += [f"/share/{number}/{uuid}", f"/share_embed/{number}/{uuid}", f"/watch_library/{number}"]
        found += [f"/watch/{event}", f"/watch_embed/{event}", f"/share/{number}/{uuid}/poster.jpg"]
    return found
