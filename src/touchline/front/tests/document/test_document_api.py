"""The API of the channel's document: entries, versions, permissions and revisions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.tests.pack_fixtures import copy_pack

GAME = "/studio/entries/events/hawks-at-otters"


class Operator:
    """An operator who calls the API of the channel `riverside`."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    def call(self, method: str, path: str, query: Any = None, **body: Any) -> TestResponse:
        """Send a request with the API key in a header."""
        headers = {"Authorization": f"Bearer {self.visitor.api_key}"}
        json = body if method in ("PUT", "POST") else None
        return self.visitor.browser.open(
            f"/api{path}", method=method, headers=headers, query_string=query, json=json
        )

    def data(self, path: str) -> Any:
        """Return the data of a response that must have status 200."""
        response = self.call("GET", path)
        assert response.status_code == 200, response.text
        return response.json["data"]  # type: ignore[index]


@pytest.fixture
def join(
    application: Application, visit: Callable[[ChannelDetails], Visitor], tmp_path: Path
) -> Callable[[Role], Operator]:
    """Return a function that returns an operator with a role, in a channel with a full pack."""
    container: Any = application.container
    channel_id = container.front.apply_pack()(copy_pack("whole", tmp_path)).channel_id
    with container.database().transaction(None, unscoped=True):
        channel = container.channel.facade().find_channel("riverside")

    def add(role: Role) -> Operator:
        email = f"{role.value}@example.org"
        visitor = visit(channel).register(email=email)
        with container.database().transaction(channel_id):
            container.channel.operator_admin().add(email, role, unverified=True)
        return Operator(visitor)

    return add


def test_an_entry_is_read_and_saved_with_its_version(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    entry = owner.data(GAME)
    assert (entry["section"], entry["key"], entry["value"]["price"]["base"]) == (
        "events",
        "hawks-at-otters",
        8.9,
    )
    value = {**entry["value"], "price": {"base": 9.35, "fee": 1}, "label": "e\u0301lite\u200b"}
    saved = owner.call("PUT", GAME, value=value, version=entry["version"], confirm=True)
    assert saved.status_code == 200, saved.text
    again = owner.data(GAME)
    assert (again["value"]["price"]["base"], again["value"]["label"]) == (9.35, "élite")
    assert again == saved.json["data"]  # type: ignore[index]
    assert [event["label"] for event in owner.visitor.data("/events") if event["label"]] == ["élite"]


def test_the_second_author_gets_409_with_both_versions(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    entry = owner.data(GAME)
    owner.call("PUT", GAME, value={**entry["value"], "label": "final"}, version=entry["version"])
    second = owner.call("PUT", GAME, value={**entry["value"], "label": "cup"}, version=entry["version"])
    assert second.status_code == 409 and second.json is not None
    assert (second.json["code"], second.json["current"]["label"]) == ("errors.edit_conflict", "final")
    assert second.json["version"] == owner.data(GAME)["version"]


def test_wrong_values_get_422_with_a_message_for_each_field(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    entry = owner.data(GAME)
    value = {**entry["value"], "starts": "15/06/2026", "sponsor": "Ada"}
    refused = owner.call("PUT", GAME, value=value, version=entry["version"])
    assert refused.status_code == 422 and refused.json is not None
    assert set(refused.json["errors"]) == {"starts", "sponsor"}
    assert owner.call("PUT", GAME, value={"key": "\0"}).status_code == 422
    assert owner.call("PUT", "/studio/entries/players/x", value={"key": "x"}).status_code == 404


def test_an_entry_can_be_created_and_removed(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    path = "/studio/entries/routes/old"
    created = owner.call("PUT", path, value={"path": "/old", "to": "/schedule"})
    assert created.status_code == 200, created.text
    version = owner.data(path)["version"]
    assert owner.call("DELETE", path, {"version": "outdated"}).status_code == 409
    assert owner.call("DELETE", path, {"version": version}).status_code == 204
    assert owner.call("GET", path).status_code == 404


def test_a_section_can_be_put_in_another_order(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    *entries, order = owner.data("/studio/entries/menu")
    keys = [entry["key"] for entry in entries]
    assert order["value"] == {"order": keys}
    reversed_order = {"value": {"order": keys[::-1]}, "version": order["version"]}
    assert owner.call("PUT", "/studio/entries/menu", **reversed_order).status_code == 200
    assert [entry["key"] for entry in owner.data("/studio/entries/menu")[:-1]] == keys[::-1]
    short = owner.call("PUT", "/studio/entries/menu", value={"order": keys[:1]}, version=order["version"])
    assert short.status_code in (409, 422)


def test_a_producer_edits_content_but_no_offers_and_no_settings(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    entry = producer.data(GAME)
    allowed = producer.call("PUT", GAME, value={**entry["value"], "label": "final"}, version=entry["version"])
    assert allowed.status_code == 200
    for section in ("packages", "subscriptions", "coupons", "channel", "texts", "routes"):
        refused = producer.call("GET", f"/studio/entries/{section}")
        assert (refused.status_code, refused.json["code"]) == (403, "errors.permission_missing"), section  # type: ignore[index]
    refused = producer.call("PUT", "/studio/entries/channel", value={"name": "Mine"})
    assert refused.status_code == 403


def test_a_producer_neither_sets_a_price_nor_undoes_one(
    join: Callable[[Role], Operator],
) -> None:
    owner, producer = join(Role.OWNER), join(Role.PRODUCER)
    entry = producer.data(GAME)
    paid = {**entry["value"], "pass": "ppv", "price": {"base": 4.5}}
    refused = producer.call("PUT", GAME, value=paid, version=entry["version"])
    assert refused.status_code == 422 and set(refused.json["errors"]) == {"pass", "price"}  # type: ignore[index]
    saved = owner.call("PUT", GAME, value=paid, version=entry["version"], confirm=True)
    assert saved.status_code == 200, saved.text
    revision = owner.data("/studio/revisions")[0]["id"]
    assert producer.call("POST", f"/studio/revisions/{revision}/revert").status_code == 403
    entry = producer.data(GAME)
    renamed = producer.call("PUT", GAME, value={**entry["value"], "label": "final"}, version=entry["version"])
    assert renamed.status_code == 200, renamed.text


def test_events_are_listed_page_by_page(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    first = owner.call("GET", "/studio/entries/events", {"limit": 1}).json
    second = owner.call("GET", "/studio/entries/events", {"limit": 1, "offset": 1}).json
    assert first is not None and second is not None
    assert first["meta"] == {"total": first["meta"]["total"], "limit": 1, "offset": 0}
    [one], [other] = first["data"], second["data"]
    assert one["key"] != other["key"]
    assert owner.data("/studio/entries/events")[:2] == [one, other]


def test_revisions_are_listed_and_undone(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    entry = owner.data(GAME)
    owner.call("PUT", GAME, value={**entry["value"], "label": "final"}, version=entry["version"])
    latest = owner.data("/studio/revisions")[0]
    assert (latest["source"], latest["entries"]) == (
        "studio",
        [{"section": "events", "key": "hawks-at-otters"}],
    )
    [change] = owner.data(f"/studio/revisions/{latest['id']}")["changes"]
    assert (change["before"]["label"], change["after"]["label"]) == ("quarterfinal", "final")
    undone = owner.call("POST", f"/studio/revisions/{latest['id']}/revert")
    assert undone.status_code == 200, undone.text
    assert owner.data(GAME)["value"]["label"] == "quarterfinal"


def test_a_producer_neither_sees_nor_undoes_changes_of_settings(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    first = producer.data("/studio/revisions")[0]["id"]
    sections = {change["section"] for change in producer.data(f"/studio/revisions/{first}")["changes"]}
    assert "events" in sections and not sections & {"channel", "packages", "coupons", "routes"}
    assert producer.call("POST", f"/studio/revisions/{first}/revert").status_code == 403


def test_edits_and_undos_are_in_the_activity_with_both_values(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    entry = owner.data(GAME)
    owner.call("PUT", GAME, value={**entry["value"], "label": "final"}, version=entry["version"])
    revision = owner.data("/studio/revisions")[0]["id"]
    owner.call("POST", f"/studio/revisions/{revision}/revert")
    undo, edit = owner.data("/studio/activity")[:2]
    name = "events[hawks-at-otters].label"
    assert (edit["action"], edit["before"][name]) == ("entry.save", "quarterfinal")
    assert (undo["action"], undo["before"][name]) == ("revision.revert", "final")
    assert (edit["after"][name], undo["after"][name]) == ("final", "quarterfinal")
    assert edit["after"]["revision"] == revision
