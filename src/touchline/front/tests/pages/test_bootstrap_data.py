"""The bootstrap data of a channel that has data for every key (api.md, "Keys and start-up")."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.tests.pack_samples import channel_part
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

PATHS = {
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
CATALOG_KEYS = {
    "category": {"hockey": "boys-hockey", "soccer": "girls-soccer"},
    "participant": {"timber": "cedar-ridge-hockey"},
    "group": {},
    "event": {"final": "over"},
    "location": {"rink": "rink"},
}


@pytest.fixture
def full_channel_visitor(application: Application, visitor: Visitor) -> Visitor:
    """Return a visitor of a channel that has data for every key of the bootstrap data."""
    with application.container.database().transaction(visitor.channel.id):
        catalog = application.container.catalog.facade()
        catalog.apply_pack(pack_part())
        ids: dict[str, dict[str, int]] = {
            kind: {name: catalog.list_ids_by_key(kind)[key] for name, key in keys.items()}
            for kind, keys in CATALOG_KEYS.items()
        }
        application.container.channel.facade().apply_pack(channel_part(), ids)
        offers = billing_part(package_entry("hockey"), subscriptions=(subscription_entry("year"),))
        application.container.billing.facade().apply_pack(offers, ids)
    return visitor


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_of_the_bundle_equals_the_response_of_its_own_endpoint(
    full_channel_visitor: Visitor, language: str
) -> None:
    bundle: dict[str, Any] = full_channel_visitor.data("/channel-bootstrap-data", lang=language)
    assert {key for key, value in bundle.items() if not value} == set()
    responses = {key: full_channel_visitor.data(path, lang=language) for key, path in PATHS.items()}
    assert bundle == {**responses, "prerolls": responses["settings"]["prerolls"]}
