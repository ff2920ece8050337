"""Library items with the same title: every place that names one of them distinguishes it from the others."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

import touchline
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.tests.pack_samples import item_entry, pack_part
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application

HOST = "prairie.localhost"
TITLE = {"en": "Highlights", "fr": "Faits saillants"}
MIDNIGHT = NOON.replace(hour=6)  # in the channel's zone, America/Chicago in winter
DATE_PAIRS = {
    "other days": (MIDNIGHT - timedelta(days=9), MIDNIGHT - timedelta(days=2)),
    "one day, other times": (NOON - timedelta(hours=5), NOON - timedelta(hours=2)),
    "one instant": (MIDNIGHT, MIDNIGHT),
}
BARE_TITLE_USES = {
    "event_names.py": "makes the full title",
    "library_serializer.py": "the API's `title`, beside `full_title`",
    "event_cards.py": "a card's `name`, beside `full_name`",
    "export_pack.py": "the title in the channel pack",
}


def _add_library_items(application: Application, site: ChannelDetails, *items: dict[str, Any]) -> list[int]:
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        part = pack_part()["library"]
        catalog.apply_pack(pack_part(library={**part, "items": [*part["items"], *items]}))
        rows = application.container.session()().execute(select(LibraryItemRow.key, LibraryItemRow.id))
        ids = {key: int(number) for key, number in rows}
    return [ids[item["key"]] for item in items]


@pytest.fixture(params=list(DATE_PAIRS))
def same_title_items(
    request: pytest.FixtureRequest, application: Application, site: ChannelDetails
) -> list[int]:
    """Return the ids of two library items with one title."""
    first, second = DATE_PAIRS[request.param]
    return _add_library_items(
        application,
        site,
        item_entry("first", TITLE, 0, ["studio"], date=first, description={}),
        item_entry("second", TITLE, 0, ["studio"], date=second, description={}),
    )


@pytest.mark.usefixtures("dist")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_and_share_cards_of_items_with_the_same_title_differ(
    client: FlaskClient, same_title_items: list[int], language: str
) -> None:
    pages = [
        client.get(f"/vod_library/{item_id}", query_string={"lang": language}, headers={"Host": HOST}).text
        for item_id in same_title_items
    ]
    for pattern in (
        r"<title>(.*?)</title>",
        r'"og:title" content="(.*?)"',
        r'"twitter:title" content="(.*?)"',
    ):
        first, second = (re.findall(pattern, page)[0] for page in pages)
        assert first != second and TITLE[language] in first


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/vod-media-items", {}),
        ("/search", {"q": "highlights"}),
        ("/vod-media/search", {"title": "highlights"}),
    ],
)
def test_responses_distinguish_items_with_the_same_title(
    visit: Callable[[ChannelDetails], Visitor],
    site: ChannelDetails,
    same_title_items: list[int],
    path: str,
    query: dict[str, Any],
) -> None:
    data: Any = visit(site).data(path, **query)
    rows = {row["id"]: row for row in (data["library"] if path == "/search" else data)}
    assert {rows[item_id]["title"] for item_id in same_title_items} == {"Highlights"}
    assert len({rows[item_id]["full_title"] for item_id in same_title_items}) == 2


def test_reports_distinguish_items_with_the_same_title_after_withdrawal(
    application: Application, site: ChannelDetails, same_title_items: list[int]
) -> None:
    with application.container.database().transaction(site.id):
        catalog = application.container.catalog.facade()
        shown = catalog.reported_items.list_library_titles(same_title_items, "en")
        catalog.apply_pack(pack_part())
    with application.container.database().transaction(site.id):
        withdrawn = application.container.catalog.facade().reported_items.list_library_titles(
            same_title_items, "en"
        )
    assert len(set(shown.values())) == len(set(withdrawn.values())) == 2


def test_a_title_has_a_date_only_while_another_item_has_the_same_title(
    application: Application, site: ChannelDetails
) -> None:
    old = item_entry("old", TITLE, 0, ["studio"], date=MIDNIGHT)
    new = item_entry("new", {"en": "HIGHLIGHTS"}, 0, ["studio"], date=NOON)

    def list_full_titles(*entries: dict[str, Any]) -> list[str]:
        numbers = _add_library_items(application, site, *entries)
        with application.container.database().transaction(site.id):
            catalog = application.container.catalog.facade()
            cards = [catalog.get_library_card(number, "en") for number in numbers]
        return [card.full_name for card in cards if card]

    assert list_full_titles(old) == ["Highlights"]
    assert list_full_titles(old, new) == [
        "Highlights (Nov 21, 2026)",
        "HIGHLIGHTS (Nov 21, 2026, 12:00\u202fPM)",
    ]
    assert list_full_titles(new) == ["HIGHLIGHTS"]


def test_no_other_code_uses_the_bare_title_of_a_library_item() -> None:
    """Names of library items must come from `full_title`."""
    source = Path(touchline.__file__).parent / "catalog/application"
    found = {
        file.name
        for file in source.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "title"
        and isinstance(node.value, ast.Name) and node.value.id in ("item", "library_item")
    }  # fmt: skip
    assert found == set(BARE_TITLE_USES)
