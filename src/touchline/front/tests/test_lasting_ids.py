"""Ids that others keep (calendars, search engines, browsers) stay when the domains of a channel change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import icalendar
import pytest
from flask import Flask
from flask.testing import FlaskClient

from touchline.catalog.adapters.http.addresses import SiteAddresses
from touchline.catalog.ports.channel_facts import Facts
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.front.http.asked import address_of

pytestmark = pytest.mark.usefixtures("dist")
Ids = Callable[[str, str], int]
OWN, NEW, NEWER = "prairie.localhost", "watch.example.org", "tv.example.org"
CHANGES = {
    "a new domain comes first": (NEW, OWN),
    "a new domain comes last": (OWN, NEW),
    "the first domain goes": (NEW,),
    "two new domains, the first one goes": (NEWER, NEW),
}


def give(house: House, channel: ChannelFacts, *domains: str) -> None:
    """Give a channel other domains."""
    with house.container.database().transaction(None, unscoped=True):
        channels = house.container.channel.channels()
        channels.save(replace(channels.get(channel.id), domains=domains))


def identities(client: FlaskClient, host: str, event: int) -> dict[str, Any]:
    """Every id that a calendar, a search engine, a browser or an app keeps."""

    def ask(path: str, **headers: str) -> Any:
        answer = client.get(path, headers={"Host": host, **headers})
        assert answer.status_code == 200, path
        return answer

    def uids(path: str) -> list[str]:
        return [str(one["UID"]) for one in icalendar.Calendar.from_ical(ask(path).data).walk("VEVENT")]

    def graph(path: str) -> list[str]:
        return re.findall(r'"@id": ?"([^"]+)"', ask(path).text)

    key = ask("/channel-key").json["data"]
    given: Any = client.post("/api/get_api_key", json=key).json
    api_key = f"api_key={given['data']['api_key']}"
    settings = ask(f"/api/settings?{api_key}").json["data"]
    listed = ask(f"/api/events?limit=50&{api_key}").json["data"]
    return {
        "calendar of an event": uids(f"/watch/{event}.ics"),
        "calendar of all events": uids("/calendar.ics"),
        "graph of an event": graph(f"/watch/{event}"),
        "graph of the home page": graph("/"),
        "installed app": ask("/manifest.webmanifest").json["id"],
        "channel": key,
        "browser storage": settings["storage_prefix"],
        "stored files": re.findall(r"/files/[^\"]+", json.dumps(settings)),
        "events": [one["id"] for one in listed],
        "pictures": [one["images"] for one in listed],
    }


@pytest.mark.parametrize("domains", CHANGES.values(), ids=CHANGES.keys())
def test_no_id_changes_with_the_domains_of_a_channel(
    client: FlaskClient, house: House, site: ChannelFacts, ids: Ids, domains: tuple[str, ...]
) -> None:
    event = ids("event", "on-now")
    before = identities(client, OWN, event)
    assert all(before[name] for name in before if name != "stored files")
    give(house, site, *domains)
    for host in domains:
        assert identities(client, host, event) == before


def test_a_thing_has_one_id_in_every_language(client: FlaskClient, site: ChannelFacts, ids: Ids) -> None:
    event = ids("event", "on-now")

    def graph(query: str) -> list[str]:
        page = client.get(f"/watch/{event}{query}", headers={"Host": OWN}).text
        return re.findall(r'"@id": ?"([^"]+)"', page)

    assert graph("?lang=fr") == graph("") != []


@pytest.mark.parametrize(("site_url", "main"), [(f"http://{OWN}:8080", OWN), (f"https://{NEW}", NEW)])
def test_addresses_follow_the_domain_of_links_whatever_the_order(
    app: Flask, site: ChannelFacts, site_url: str, main: str
) -> None:
    """Links have the local domain in development, and the first public one elsewhere."""
    for domains in ((OWN, NEW), (NEW, OWN)):
        facts = replace(site, domains=domains, site=site_url)
        for host in domains:
            with app.test_request_context("/", headers={"Host": host}):
                assert address_of(facts) == f"http://{main}/"
    with app.test_request_context("/", headers={"Host": "127.0.0.1:8080"}):
        assert address_of(facts) == "http://127.0.0.1:8080/"


def test_an_address_behind_an_api_host_is_the_one_of_links() -> None:
    """The domain that ids are made with may be gone: no page is looked for there."""
    facts = Facts(domain="old.example.org", site=f"https://{NEW}")
    addresses = SiteAddresses("api.example.org", lambda path: path, Mock(now=lambda: facts))
    assert addresses.watch(7) == f"https://{NEW}/watch/7"
