"""Content pages and the visitor's country, field by field (product.md §3, Page and Geo)."""

from collections.abc import Callable
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, channel_part

Add = Callable[..., ChannelDetails]
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def reader(add_channel: Add, visit: Visit) -> Visitor:
    """Return a visitor of a channel with two pages, one of which has an alternative name."""
    pages = [
        {
            "key": "about",
            "name": {"en": "About us", "fr": "À propos"},
            "url": "/about",
            "alt_name": {"en": "The people behind it", "fr": "Les gens derrière"},
            "text": {"en": "# Hi", "fr": "# Salut"},
        },
        {
            "key": "terms",
            "name": {"en": "Terms"},
            "url": "/terms_conditions",
            "alt_name": None,
            "text": {"en": "No."},
        },
    ]
    return visit(add_channel("prairie", pages=pages))


def test_pages_are_listed_with_name_url_and_alt_name(reader: Visitor) -> None:
    listed = [{name: row[name] for name in row if name != "id"} for row in reader.data("/pages")]
    assert listed == [
        {"name": "About us", "url": "/about", "alt_name": "The people behind it"},
        {"name": "Terms", "url": "/terms_conditions", "alt_name": None},
    ]
    french = reader.data("/pages", lang="fr")
    assert [(row["name"], row["alt_name"]) for row in french] == [
        ("À propos", "Les gens derrière"),
        ("Terms", None),
    ]


def test_a_page_contains_its_list_fields_and_html(reader: Visitor) -> None:
    about, terms = reader.data("/pages", lang="fr")
    assert reader.data(f"/pages/{about['id']}", lang="fr") == {**about, "html": "<h2>Salut</h2>"}
    assert reader.data(f"/pages/{terms['id']}", lang="fr") == {**terms, "html": "<p>No.</p>"}


@pytest.mark.parametrize(
    ("rule", "blocked"),
    [
        ({"block": ["US"]}, True),
        ({"allow": ["CA"]}, True),
        ({"block": ["CA"]}, False),
        ({"allow": ["US"]}, False),
    ],
)
def test_geo_states_whether_the_country_is_blocked(
    add_channel: Add, visit: Visit, rule: dict[str, Any], blocked: bool
) -> None:
    channel_fields = {**channel_part("prairie")["channel"], "settings": {"geo": rule}}
    geo = visit(add_channel("prairie", channel=channel_fields)).data("/geo")
    assert (geo["country"], geo["country_code"], geo["is_geo_blocked"]) == (
        "United States",
        "US",
        blocked,
    )
