"""Stable ids: ids that calendars, search engines and browsers store survive a change of a channel's
domains."""

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

from touchline.catalog.adapters.site_urls import ConfiguredSiteUrls
from touchline.catalog.ports.current_channel import ChannelDetails as LinkedChannel
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.front.http.request_site import get_site_url

pytestmark = pytest.mark.usefixtures("dist")
Ids = Callable[[str, str], int]
ORIGINAL_DOMAIN, NEW_DOMAIN, NEWER_DOMAIN = "prairie.localhost", "watch.example.org", "tv.example.org"
CHANGES = {
    "a new domain comes first": (NEW_DOMAIN, ORIGINAL_DOMAIN),
    "a new domain comes last": (ORIGINAL_DOMAIN, NEW_DOMAIN),
    "the first domain goes": (NEW_DOMAIN,),
    "two new domains, the first one goes": (NEWER_DOMAIN, NEW_DOMAIN),
}


def set_domains(application: Application, channel: ChannelDetails, *domains: str) -> None:
    """Replace a channel's domains."""
    with application.container.database().transaction(None, unscoped=True):
        channels = application.container.channel.channels()
        channels.save(replace(channels.get(channel.id), domains=domains))


def collect_identities(client: FlaskClient, host: str, event: int) -> dict[str, Any]:
    """Return every id that a calendar, a search engine, a browser or an app stores."""

    def send_request(path: str, **headers: str) -> Any:
        response = client.get(path, headers={"Host": host, **headers})
        assert response.status_code == 200, path
        return response

    def list_calendar_uids(path: str) -> list[str]:
        return [
            str(entry["UID"])
            for entry in icalendar.Calendar.from_ical(send_request(path).data).walk("VEVENT")
        ]

    def read_graph(path: str) -> list[str]:
        return re.findall(r'"@id": ?"([^"]+)"', send_request(path).text)

    key = send_request("/channel-key").json["data"]
    response: Any = client.post("/api/get_api_key", json=key).json
    api_key = f"api_key={response['data']['api_key']}"
    settings = send_request(f"/api/settings?{api_key}").json["data"]
    listed = send_request(f"/api/events?limit=50&{api_key}").json["data"]
    return {
        "calendar of an event": list_calendar_uids(f"/watch/{event}.ics"),
        "calendar of all events": list_calendar_uids("/calendar.ics"),
        "graph of an event": read_graph(f"/watch/{event}"),
        "graph of the home page": read_graph("/"),
        "installed app": send_request("/manifest.webmanifest").json["id"],
        "channel": key,
        "browser storage": settings["storage_prefix"],
        "stored files": re.findall(r"/files/[^\"]+", json.dumps(settings)),
        "events": [listed_event["id"] for listed_event in listed],
        "pictures": [listed_event["images"] for listed_event in listed],
    }


@pytest.mark.parametrize("domains", CHANGES.values(), ids=CHANGES.keys())
def test_no_id_changes_with_the_domains_of_a_channel(
    client: FlaskClient, application: Application, site: ChannelDetails, ids: Ids, domains: tuple[str, ...]
) -> None:
    event = ids("event", "on-now")
    before = collect_identities(client, ORIGINAL_DOMAIN, event)
    assert all(before[name] for name in before if name != "stored files")
    set_domains(application, site, *domains)
    for host in domains:
        assert collect_identities(client, host, event) == before


def test_an_item_has_one_id_in_every_language(client: FlaskClient, site: ChannelDetails, ids: Ids) -> None:
    event = ids("event", "on-now")

    def read_graph(query: str) -> list[str]:
        page = client.get(f"/watch/{event}{query}", headers={"Host": ORIGINAL_DOMAIN}).text
        return re.findall(r'"@id": ?"([^"]+)"', page)

    assert read_graph("?lang=fr") == read_graph("") != []


@pytest.mark.parametrize(
    ("site_url", "expected_host"),
    [(f"http://{ORIGINAL_DOMAIN}:8080", ORIGINAL_DOMAIN), (f"https://{NEW_DOMAIN}", NEW_DOMAIN)],
)
def test_site_urls_use_the_domain_of_links_in_any_order_of_domains(
    app: Flask, site: ChannelDetails, site_url: str, expected_host: str
) -> None:
    """Links use the local domain in development, and the first public domain elsewhere."""
    for domains in ((ORIGINAL_DOMAIN, NEW_DOMAIN), (NEW_DOMAIN, ORIGINAL_DOMAIN)):
        changed_site = replace(site, domains=domains, site_url=site_url)
        for host in domains:
            with app.test_request_context("/", headers={"Host": host}):
                assert get_site_url(changed_site) == f"http://{expected_host}/"
    with app.test_request_context("/", headers={"Host": "127.0.0.1:8080"}):
        assert get_site_url(changed_site) == "http://127.0.0.1:8080/"


def test_a_url_made_on_an_api_host_uses_the_domain_of_links() -> None:
    """The domain used in ids may no longer exist, so no page is requested there."""
    linked_channel = LinkedChannel(domain="old.example.org", site_url=f"https://{NEW_DOMAIN}")
    site_urls = ConfiguredSiteUrls(
        "api.example.org", lambda path: path, Mock(get_details=lambda: linked_channel)
    )
    assert site_urls.get_event_url(7) == f"https://{NEW_DOMAIN}/watch/7"
