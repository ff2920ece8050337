"""The start-up bundle of a channel that has something of everything (api.md, "Keys and start-up")."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.tests.samples import package, part, subscription
from touchline.catalog.tests.packs import pack_part
from touchline.channel.tests.samples import whole_part
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House

CALLS = {
    "settings": "/settings",
    "menu": "/menu",
    "slides": "/slides/web",
    "pages": "/pages",
    "color_settings": "/color-settings/web",
    "faq": "/faq",
    "categories": "/events-categories",
    "locations": "/events-locations",
    "groups": "/participant-groups",
    "group_properties": "/participant-group-properties",
    "packages": "/packages",
    "subscriptions": "/subscriptions",
    "static_data": "/static-data",
    "popups": "/popups",
}
SAID_ELSEWHERE = {
    "category": {"hockey": "boys-hockey", "soccer": "girls-soccer"},
    "participant": {"timber": "cedar-ridge-hockey"},
    "group": {},
    "event": {"final": "over"},
    "location": {"rink": "rink"},
}


@pytest.fixture
def whole(house: House, visitor: Visitor) -> Visitor:
    """A visitor of a channel that has something behind every key of the bundle."""
    with house.container.database().transaction(visitor.channel.id):
        catalog = house.container.catalog.facade()
        catalog.apply_pack(pack_part())
        ids: dict[str, dict[str, int]] = {
            kind: {said: catalog.ids_by_key(kind)[key] for said, key in names.items()}
            for kind, names in SAID_ELSEWHERE.items()
        }
        house.container.channel.facade().apply_pack(whole_part(), ids)
        offers = part(package("hockey"), subscriptions=(subscription("year"),))
        house.container.billing.facade().apply_pack(offers, ids)
    return visitor


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_of_the_bundle_is_the_answer_of_its_own_call(whole: Visitor, language: str) -> None:
    bundle: dict[str, Any] = whole.data("/channel-bootstrap-data", lang=language)
    assert {key for key, told in bundle.items() if not told} == set()
    own = {key: whole.data(path, lang=language) for key, path in CALLS.items()}
    assert bundle == {**own, "prerolls": own["settings"]["prerolls"]}
