"""The undo of a revision in the studio: its preview, conflicts, effects and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import GAME, Operator, join

__all__ = ["join"]
Join = Callable[[Role], Operator]


def edit(owner: Operator, path: str = GAME, **fields: Any) -> int:
    """Change fields of an entry, and return the revision."""
    entry = owner.data(path)
    saved = owner.call(
        "PUT", path, value={**entry["value"], **fields}, version=entry["version"], confirm=True
    )
    assert saved.status_code == 200, saved.text
    revision: int = owner.data("/studio/revisions")[0]["id"]
    return revision


def preview(owner: Operator, revision: int, **body: Any) -> dict[str, Any]:
    """Return the preview of an undo."""
    response = owner.call("POST", f"/studio/revisions/{revision}/revert/preview", **body)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json["data"]  # type: ignore[index]
    return data


def revert(owner: Operator, revision: int, **body: Any) -> Any:
    """Undo a revision."""
    return owner.call("POST", f"/studio/revisions/{revision}/revert", **body)


def test_a_preview_says_what_changes_back_and_stores_nothing(join: Join) -> None:
    owner = join(Role.OWNER)
    revision = edit(owner, label="final")
    [change] = preview(owner, revision)["changes"]
    assert change == {
        "section": "events",
        "key": "hawks-at-otters",
        "name": change["name"],
        "field": "label",
        "before": "final",
        "after": "quarterfinal",
    }
    assert " @ " in change["name"]
    assert owner.data(GAME)["value"]["label"] == "final"
    assert owner.data("/studio/revisions")[0]["id"] == revision


def test_a_field_that_changed_again_is_kept_or_restored_as_the_operator_says(join: Join) -> None:
    owner = join(Role.OWNER)
    first = edit(owner, label="final", duration="3h")
    edit(owner, label="semifinal")
    kept, forced = preview(owner, first), preview(owner, first, force=True)
    [conflict] = kept["conflicts"]
    assert (conflict["field"], conflict["value"], conflict["current"]) == (
        "label",
        "quarterfinal",
        "semifinal",
    )
    assert [change["field"] for change in kept["changes"]] == ["duration"]
    assert {change["field"] for change in forced["changes"]} == {"duration", "label"}
    refused = revert(owner, first)
    assert (refused.status_code, refused.json["code"]) == (409, "errors.merge_conflict")
    assert revert(owner, first, force=True, keep_later_changes=True).status_code == 422
    assert revert(owner, first, keep_later_changes=True).status_code == 200
    value = owner.data(GAME)["value"]
    assert value["label"] == "semifinal" and value.get("duration") != "3h"
    assert revert(owner, first, force=True).status_code == 200
    assert owner.data(GAME)["value"]["label"] == "quarterfinal"


def test_a_second_undo_changes_nothing(join: Join) -> None:
    owner = join(Role.OWNER)
    revision = edit(owner, label="final")
    assert revert(owner, revision).json["data"]["revision"] > revision
    latest = owner.data("/studio/revisions")[0]["id"]
    assert preview(owner, revision) == {"changes": [], "conflicts": [], "effects": []}
    assert revert(owner, revision).json["data"] == {"revision": None}
    assert owner.data("/studio/revisions")[0]["id"] == latest


def test_created_entries_are_named_when_an_undo_removes_them(join: Join) -> None:
    owner = join(Role.OWNER)
    value = {"key": "parking", "question": "Where do I park?", "answer": "Anywhere."}
    assert owner.call("PUT", "/studio/entries/faq/parking", value=value).status_code == 200
    changes = preview(owner, owner.data("/studio/revisions")[0]["id"])["changes"]
    entry = {"section": "faq", "key": "parking", "name": "Where do I park?", "field": ""}
    assert {**entry, "before": "Where do I park?", "after": None} in changes


def test_an_undo_that_other_content_depends_on_is_refused_with_the_reason(join: Join) -> None:
    owner = join(Role.OWNER)
    place = {"key": "dome", "name": "Dome"}
    assert owner.call("PUT", "/studio/entries/locations/dome", value=place).status_code == 200
    created = owner.data("/studio/revisions")[0]["id"]
    edit(owner, location="dome")
    for path in ("revert/preview", "revert"):
        refused = owner.call("POST", f"/studio/revisions/{created}/{path}")
        assert refused.status_code == 400 and refused.json is not None
        assert refused.json["code"] == "errors.revert_refused"
        assert "dome" in refused.json["message"]


def test_the_revision_that_created_the_channel_has_no_undo(join: Join) -> None:
    owner = join(Role.OWNER)
    first = owner.data("/studio/revisions")[-1]["id"]
    refused = owner.call("POST", f"/studio/revisions/{first}/revert/preview")
    assert (refused.status_code, refused.json["code"]) == (400, "errors.revision_created_channel")  # type: ignore[index]


def test_a_producer_cannot_preview_an_undo_of_prices(join: Join) -> None:
    owner, producer = join(Role.OWNER), join(Role.PRODUCER)
    fields: dict[str, Any] = {"pass": "ppv", "price": {"base": 4.5}}
    revision = edit(owner, **fields)
    refused = producer.call("POST", f"/studio/revisions/{revision}/revert/preview")
    assert (refused.status_code, refused.json["code"]) == (403, "errors.permission_missing")  # type: ignore[index]
