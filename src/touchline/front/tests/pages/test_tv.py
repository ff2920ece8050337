"""The TV player page, on the real app."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from dependency_injector import providers
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.platform.config.settings import Settings


@pytest.fixture
def deployment(application: Application) -> Iterator[None]:
    """Set up an application that is not for development."""
    with application.container.settings.override(providers.Object(Settings(var=application.settings.var))):
        yield


def read_page_data(html: str) -> Any:
    """Return the data that the page passes to its script."""
    match = re.search(r'<script type="application/json" id="tv-page-data">(.*?)</script>', html, re.DOTALL)
    assert match is not None
    return json.loads(unescape(match[1]))


def test_the_page_has_the_look_of_the_channel_of_its_host(
    client: FlaskClient, add_channel: Callable[..., ChannelDetails]
) -> None:
    add_channel("prairie")
    response = client.get("/_tv", headers={"Host": "prairie.localhost:8080"})
    html = response.get_data(as_text=True)
    assert response.status_code == 200
    assert "--accent:#ffc53d;" in html
    assert '<strong class="name">Prairie</strong>' in html
    assert read_page_data(html)["texts"]["heading"] == "Link this TV"


def test_the_page_uses_the_languages_of_the_channel(client: FlaskClient, channel: ChannelDetails) -> None:
    headers = {"Host": "prairie.localhost", "Accept-Language": "fr-CA"}
    html = client.get("/_tv", headers=headers).get_data(as_text=True)
    assert '<html lang="fr">' in html
    assert "Associez ce téléviseur" in html


def test_the_page_runs_only_its_own_files_under_a_strict_policy(
    client: FlaskClient, channel: ChannelDetails
) -> None:
    response = client.get("/_tv", headers={"Host": "prairie.localhost"})
    html, policy = response.get_data(as_text=True), response.headers["Content-Security-Policy"]
    nonce = re.search(r"script-src 'self' 'nonce-([^']+)'", policy)
    assert nonce is not None
    assert f'<style nonce="{nonce[1]}">' in html
    assert "unsafe-inline" not in re.sub(r"style-src-attr[^;]*", "", policy)
    scripts = re.findall(r"<script([^>]*)>", html)
    assert scripts == [' type="application/json" id="tv-page-data"', ' type="module" src="/_tv/tv.js"']
    assert not re.search(r"\son\w+=|\sstyle=", html)


def test_a_page_of_a_named_channel_names_it_in_its_requests(
    client: FlaskClient, channel: ChannelDetails, other_channel: ChannelDetails
) -> None:
    html = client.get("/_tv?channel=atelier").get_data(as_text=True)
    assert read_page_data(html)["query"] == "?channel=atelier"
    assert ">Atelier<" in html


@pytest.mark.parametrize(("name", "kind"), [("tv.js", "text/javascript"), ("tv.css", "text/css")])
def test_its_script_and_its_style_are_files(
    client: FlaskClient, channel: ChannelDetails, name: str, kind: str
) -> None:
    response = client.get(f"/_tv/{name}")
    assert (response.status_code, response.mimetype) == (200, kind)


@pytest.mark.parametrize("name", ["page.html", "page.py", "../site.py", "texts.py"])
def test_no_other_file_is_served(client: FlaskClient, channel: ChannelDetails, name: str) -> None:
    assert client.get(f"/_tv/{name}").status_code == 404


def test_a_qr_code_is_made_from_the_request_body_not_from_a_url(
    client: FlaskClient, channel: ChannelDetails
) -> None:
    response = client.post(
        "/_tv/qr", json={"text": "http://prairie.localhost/profile/sessions/add?code=BCDFGH"}
    )
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert response.get_data(as_text=True).startswith("<svg")
    assert response.headers["Cache-Control"] == "no-store"
    assert client.get("/_tv/qr?text=x").status_code in (404, 405)


@pytest.mark.parametrize("text", ["", "x" * 501, None])
def test_a_text_unfit_for_a_qr_code_is_refused(
    client: FlaskClient, channel: ChannelDetails, text: str | None
) -> None:
    assert client.post("/_tv/qr", json={"text": text}).status_code == 422


@pytest.mark.usefixtures("deployment")
def test_a_deployment_has_no_such_page(client: FlaskClient, channel: ChannelDetails) -> None:
    responses = [client.get("/_tv"), client.get("/_tv/tv.js"), client.post("/_tv/qr", json={"text": "x"})]
    assert [response.status_code for response in responses] == [404, 404, 404]
