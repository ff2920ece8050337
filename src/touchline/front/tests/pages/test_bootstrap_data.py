"""The bootstrap data of a channel with something of everything (api.md, "Keys and start-up")."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.tests.pack_samples import channel_part
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

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
OTHER_KEYS = {
    "category": {"hockey": "boys-hockey", "soccer": "girls-soccer"},
    "participant": {"timber": "cedar-ridge-hockey"},
    "group": {},
    "event": {"final": "over"},
    "location": {"rink": "rink"},
}


@pytest.fixture
def bootstrap_bundle(application: Application, visitor: Visitor) -> Visitor:
    """Return a visitor of a channel that has data for every key of the bootstrap data."""
    with application.container.database().transaction(visitor.channel.id):
        catalog = application.container.catalog.facade()
        catalog.apply_pack(pack_part())
        ids: dict[str, dict[str, int]] = {
            kind: {message: catalog.list_ids_by_key(kind)[key] for message, key in names.items()}
            for kind, names in OTHER_KEYS.items()
        }
        application.container.channel.facade().apply_pack(channel_part(), ids)
        offers = billing_part(package_entry("hockey"), subscriptions=(subscription_entry("year"),))
        application.container.billing.facade().apply_pack(offers, ids)
    return visitor


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_of_the_bundle_is_the_answer_of_its_own_call(
    bootstrap_bundle: Visitor, language: str
) -> None:
    bundle: dict[str, Any] = bootstrap_bundle.data("/channel-bootstrap-data", lang=language)
    assert {key for key, reported in bundle.items() if not reported} == set()
    own = {key: bootstrap_bundle.data(path, lang=language) for key, path in CALLS.items()}
    assert bundle == {**own, "prerolls": own["settings"]["prerolls"]}
