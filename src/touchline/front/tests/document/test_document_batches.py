"""Several entries at once: one revision, and a preview that saves nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
PATH = "/studio/entries"


def read(operator: Operator, section: str, key: str = "", **fields: Any) -> dict[str, Any]:
    """Return an entry with other fields, as a batch sends it."""
    [entry] = [entry for entry in operator.data(f"{PATH}/{section}") if entry["key"] == key]
    return {**entry, "value": {**entry["value"], **fields}}


def rebrand(operator: Operator) -> list[dict[str, Any]]:
    """Return a new name, a new slide before the others, and their order."""
    order = read(operator, "slides")
    first = read(operator, "slides", order["value"]["order"][0])
    slide = {"section": "slides", "key": "new", "value": {**first["value"], "key": "new", "title": "New"}}
    order["value"] = {"order": ["new", *order["value"]["order"]]}
    return [read(operator, "channel", name="Riverside TV"), order, slide]


def test_a_batch_is_one_revision(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    saved = owner.call("PUT", PATH, entries=rebrand(owner))
    assert saved.status_code == 200 and saved.json is not None, saved.text
    assert [(entry["section"], entry["key"]) for entry in saved.json["data"]] == [
        ("channel", ""),
        ("slides", ""),
        ("slides", "new"),
    ]
    [revision, *_] = owner.data("/studio/revisions")
    assert revision["count"] == 3
    assert read(owner, "slides")["value"]["order"][0] == "new"
    entry = read(owner, "slides", "new")
    removed = owner.call("PUT", PATH, entries=[{**entry, "value": None}])
    assert removed.json == {"data": []}
    assert "new" not in read(owner, "slides")["value"]["order"]


def test_a_refused_batch_names_the_entries_and_saves_nothing(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    [channel, order, slide] = rebrand(owner)
    channel["value"]["colors"] = {**channel["value"]["colors"], "body-text": "#333333"}
    refused = owner.call("PUT", PATH, entries=[channel, order, slide])
    assert refused.status_code == 422 and refused.json is not None
    assert list(refused.json["errors"]) == ["channel[].colors.body-text"]
    assert "WCAG 2.2 AA needs 4.5:1" in refused.text
    slide["value"]["image"] = "/files/riverside/none.png"
    refused = owner.call("PUT", PATH, entries=[slide])
    assert refused.json is not None and list(refused.json["errors"]) == ["slides[new].image"]
    conflict = owner.call("PUT", PATH, entries=[slide, {**order, "version": "outdated"}])
    assert conflict.status_code == 422
    conflict = owner.call("PUT", PATH, entries=[{**order, "version": "outdated"}])
    assert conflict.status_code == 409 and conflict.json is not None
    assert (conflict.json["section"], conflict.json["key"]) == ("slides", "")
    assert "new" not in read(owner, "slides")["value"]["order"]


def test_a_preview_shows_the_site_with_the_entries_and_saves_nothing(
    join: Callable[[Role], Operator],
) -> None:
    owner, producer = join(Role.OWNER), join(Role.PRODUCER)
    before, activity = owner.visitor.data("/channel-bootstrap-data"), owner.data("/studio/activity")
    edits = rebrand(owner)
    preview = owner.call("POST", "/studio/preview", entries=edits)
    assert preview.status_code == 200 and preview.json is not None, preview.text
    bundle = preview.json["data"]["bundles"]["en"]
    assert bundle["settings"]["name"] == "Riverside TV"
    assert bundle["slides"][0]["title"] == "New"
    assert bundle.keys() == before.keys()
    assert owner.visitor.data("/channel-bootstrap-data") == before
    assert owner.data("/studio/activity") == activity
    assert [read(owner, edit["section"], edit["key"]) for edit in edits[:2]] != edits[:2]
    assert producer.call("POST", "/studio/preview", entries=edits).status_code == 403
    assert producer.call("POST", "/studio/preview", entries=edits[1:]).status_code == 200


def test_the_page_of_a_preview_keeps_its_own_data_and_only_the_site_may_frame_it(
    join: Callable[[Role], Operator],
) -> None:
    browser = join(Role.OWNER).visitor.browser
    page, preview = browser.get("/"), browser.get("/?preview=1")
    assert '"storage_prefix": "touchline.riverside."' in page.text
    assert '"storage_prefix": "touchline.riverside.preview."' in preview.text
    assert preview.headers["X-Robots-Tag"] == "noindex"
    for response in (page, preview):
        policy = response.headers["Content-Security-Policy"].split("; ")
        assert {"frame-ancestors 'self'", "default-src 'self'"} < set(policy)
        assert any(rule.startswith("frame-src 'self'") for rule in policy)
