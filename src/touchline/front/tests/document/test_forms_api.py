"""The forms of the channel in the studio: saves, messages at nested fields, fans, requests and undo."""

from __future__ import annotations

from typing import Any

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import join
from touchline.front.tests.document.test_undo_api import Join, preview, revert

__all__ = ["join"]
BUS = "/studio/entries/forms/bus"
BUS_FORM: dict[str, Any] = {
    "key": "bus",
    "title": {"en": "The fan bus", "fr": "Le bus des partisans"},
    "fields": [
        {"name": "email", "label": "Email", "type": "email", "required": True},
        {
            "name": "game",
            "label": {"en": "Game", "fr": "Match"},
            "type": "select",
            "options": [{"value": "away", "label": "Away"}],
        },
    ],
}
CONTACT = "/studio/entries/forms/contacts"


def test_a_saved_form_is_open_to_fans_at_once_and_its_requests_outlive_it(join: Join) -> None:
    producer, owner = join(Role.PRODUCER), join(Role.OWNER)
    assert producer.visitor.get("/custom-forms/bus").status_code == 404
    saved = producer.call("PUT", BUS, value=BUS_FORM)
    assert saved.status_code == 200, saved.text
    form = producer.visitor.data("/custom-forms/bus", lang="fr")
    assert (form["title"], form["fields"][1]["label"]) == ("Le bus des partisans", "Match")
    answers = {"email": "ada@example.org", "game": "away"}
    assert producer.visitor.post("/custom-forms/bus", fields=answers).status_code == 201

    [request] = owner.data("/studio/requests")
    path = f"/studio/requests/{request['id']}"
    assert {"question": "Game", "answer": "Away"} in owner.data(path)["answers"]
    assert producer.call("DELETE", BUS, {"version": producer.data(BUS)["version"]}).status_code == 204
    assert producer.visitor.get("/custom-forms/bus").status_code == 404
    assert {"question": "game", "answer": "away"} in owner.data(path)["answers"]


def test_messages_are_at_the_fields_of_the_form_and_their_choices(join: Join) -> None:
    owner = join(Role.OWNER)
    email, game = BUS_FORM["fields"]
    fields = [
        {**email, "name": "9", "rules": {"min": 9, "max": 2}},
        {**game, "options": [{"value": "away", "label": {"fr": "Là-bas"}}]},
    ]
    refused = owner.call("PUT", BUS, value={**BUS_FORM, "fields": fields, "to": "nobody"})
    assert refused.status_code == 422
    assert set(refused.json["errors"]) == {  # type: ignore[index]
        "fields[0].name",
        "fields[0].rules.max",
        "fields[1].options[0].label",
        "to",
    }


def test_a_form_that_the_menu_links_to_is_not_removed(join: Join) -> None:
    owner = join(Role.OWNER)
    owner.call("PUT", BUS, value=BUS_FORM)
    item = {"key": "bus", "label": "Bus", "url": "/forms/bus"}
    assert owner.call("PUT", "/studio/entries/menu/bus", value=item).status_code == 200
    refused = owner.call("DELETE", BUS, {"version": owner.data(BUS)["version"]})
    assert refused.status_code == 422
    [field] = refused.json["errors"]  # type: ignore[index]
    assert field == "menu[bus].url"


def test_the_contact_form_is_reset_when_its_entry_is_removed(join: Join) -> None:
    owner = join(Role.OWNER)
    entry = owner.data(CONTACT)
    value = {**entry["value"], "title": "Write to us", "fields": BUS_FORM["fields"]}
    owner.call("PUT", CONTACT, value=value, version=entry["version"])
    shown = owner.visitor.get("/custom-forms/contacts")
    assert shown.json["data"]["title"] == "Write to us"  # type: ignore[index]
    assert shown.headers["Cache-Control"] == "public, max-age=0"
    owner.call("DELETE", CONTACT, {"version": owner.data(CONTACT)["version"]})
    form = owner.visitor.data("/custom-forms/contacts")
    assert (form["title"], [field["name"] for field in form["fields"]]) == (
        "Contact us",
        ["name", "email", "subject", "message"],
    )


def test_a_removed_field_of_a_form_comes_back_with_an_undo(join: Join) -> None:
    owner = join(Role.OWNER)
    version = owner.call("PUT", BUS, value=BUS_FORM).json["data"]["version"]  # type: ignore[index]
    owner.call("PUT", BUS, value={**BUS_FORM, "fields": BUS_FORM["fields"][:1]}, version=version)
    revision = owner.data("/studio/revisions")[0]["id"]
    [change] = preview(owner, revision)["changes"]
    assert (change["name"], change["field"]) == ("The fan bus", "fields")
    assert revert(owner, revision).status_code == 200
    assert owner.data(BUS)["value"]["fields"] == BUS_FORM["fields"]
