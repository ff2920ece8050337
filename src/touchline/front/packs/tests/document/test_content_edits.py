"""Edits of the room Content: what a new name keeps, and the texts of pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.tests.document.studio import Studio
from touchline.shared.errors import InvalidInputError

KINDS = {
    "participants": "participant",
    "groups": "group",
    "locations": "location",
    "categories": "category",
}


@pytest.fixture(autouse=True)
def _applied(apply_pack: ApplyPack, full_pack: Path) -> None:
    """Apply a pack."""
    apply_pack(full_pack)


def test_a_new_name_keeps_the_key_and_the_id_that_links_orders_and_clips_use(
    studio: Studio, application: Application, transaction: Callable[..., Any]
) -> None:
    catalog = application.container.catalog.facade()

    def read_ids() -> dict[str, dict[str, int]]:
        with transaction(studio.channel_id):
            return {kind: dict(catalog.list_ids_by_key(kind)) for kind in (*KINDS.values(), "event")}

    before, games = read_ids(), studio.list("events")
    for section in KINDS:
        key = next(iter(studio.list(section)))
        studio.edit(section, key, name=f"Renamed {section}")
        assert studio.read(section, key).value["name"] == f"Renamed {section}"
    assert read_ids() == before
    assert studio.list("events") == games


def test_the_text_of_a_page_is_checked_like_every_other_text(studio: Studio) -> None:
    key = next(iter(studio.list("pages")))
    studio.edit("pages", key, text="Only **one** language")
    assert studio.read("pages", key).value["text"] == {"en": "Only **one** language"}
    for text, message in (
        ({"xx": "Hi", "en": "Hi"}, "is not one of the channel's languages"),
        ({"en": ""}, "is empty"),
        (None, "is missing"),
        ("![x](/files/riverside/none.png)", "is not a file of this channel"),
    ):
        with pytest.raises(InvalidInputError, match=message) as refused:
            studio.edit("pages", key, text=text)
        assert list(refused.value.errors) == ["text"]
