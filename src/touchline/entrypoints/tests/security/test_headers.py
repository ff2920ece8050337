"""Headers on every response of every route: what browsers may load, frame, read and store."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.platform.config.settings import Settings
from touchline.platform.http.security import headers

SCRIPT = ("text/javascript", "application/javascript")
REFERRER_POLICIES = {"strict-origin-when-cross-origin", "no-referrer"}
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True, ids=["sqlite"])
PATH_PARAMETER = re.compile(r"<[^<>]*>")


@pytest.fixture
def collect_responses(app: Flask, visitor: Visitor) -> Callable[[], Iterator[tuple[str, TestResponse]]]:
    """Return `collect_responses()`, which yields one response per route and method, and one for an
    unsupported method.
    """

    def send_request() -> Iterator[tuple[str, TestResponse]]:
        body = {"api_key": visitor.api_key}
        for rule in app.url_map.iter_rules():
            for method in sorted((rule.methods or set()) | {"GET", "PUT"}):
                path = PATH_PARAMETER.sub("1", rule.rule)
                host = {"Host": visitor.channel.domains[0]}
                yield (
                    f"{method} {rule.rule}",
                    visitor.browser.open(path, method=method, query_string=body, headers=host),
                )

    return send_request


@ON_SQLITE
def test_every_response_has_the_security_headers(
    collect_responses: Callable[[], Iterator[tuple[str, TestResponse]]],
) -> None:
    response_count = page_count = 0
    for call, response in collect_responses():
        response_count += 1
        assert_common_headers(call, response)
        if response.mimetype == "text/html":
            page_count += 1
            assert_script_policy(call, response)
        else:
            policy = response.headers.get("Content-Security-Policy", "")
            assert policy.startswith("default-src 'none'") or response.mimetype in SCRIPT, call
        if " /api/" in call:
            stored = response.headers["Cache-Control"]
            assert "no-store" in stored or (stored.startswith("public") and response.status_code == 200), call
    assert response_count > 300
    assert page_count > 2


def assert_common_headers(call: str, response: TestResponse) -> None:
    """Check the headers that every response must have."""
    headers = response.headers
    assert headers["X-Content-Type-Options"] == "nosniff", call
    assert headers["Referrer-Policy"] in REFERRER_POLICIES, call
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups", call
    assert headers["Cross-Origin-Resource-Policy"] in {"same-origin", "cross-origin"}, call
    assert "camera=()" in headers["Permissions-Policy"], call
    assert "Server" not in headers and "X-Powered-By" not in headers, call
    assert "Strict-Transport-Security" not in headers, call


def assert_script_policy(call: str, response: TestResponse) -> None:
    """Check a page's policy: no scripts from other origins, no framing."""
    policy = response.headers["Content-Security-Policy"]
    rules = dict(rule.partition(" ")[::2] for rule in policy.split("; "))
    assert "unsafe" not in rules.get("script-src", "'none'"), call
    assert "'unsafe-eval'" not in policy and "*" not in rules["default-src"], call
    assert rules.get("frame-ancestors") in {"'self'", "'none'"}, call
    if rules["default-src"] != "'none'":
        assert (rules["object-src"], rules["base-uri"]) == ("'none'", "'self'"), call


@ON_SQLITE
@pytest.mark.parametrize("path", ["/watch_embed/{id}", "/watch/{id}", "/login", "/share/1/x", "/nowhere"])
@pytest.mark.usefixtures("dist")
def test_only_the_embedded_player_can_be_framed_by_other_sites(
    client: FlaskClient, site: ChannelDetails, ids: Callable[[str, str], int], path: str
) -> None:
    url = path.format(id=ids("event", "on-now"))
    response = client.get(url, headers={"Host": "prairie.localhost"})
    may = "frame-ancestors *" in response.headers["Content-Security-Policy"]
    assert may == path.startswith("/watch_embed")
    assert response.headers["Cross-Origin-Resource-Policy"] == ("cross-origin" if may else "same-origin")


@pytest.mark.parametrize(
    ("setting", "scheme", "expected_header"),
    [
        ("host", "https", "max-age=31536000"),
        ("subdomains", "https", "max-age=31536000; includeSubDomains"),
        ("off", "https", None),
        ("host", "http", None),
    ],
    ids=["host", "subdomains", "off", "plain"],
)
def test_hsts_is_sent_only_over_tls(setting: str, scheme: str, expected_header: str | None) -> None:
    app = Flask("page")
    headers.install(app, Settings(hsts=setting))
    app.get("/")(lambda: Response("", mimetype="text/html"))
    response = app.test_client().get("/", base_url=f"{scheme}://prairie.example.org")
    assert response.headers.get("Strict-Transport-Security") == expected_header


def test_pack_files_cannot_run_scripts(client: FlaskClient) -> None:
    policy = client.get("/files/prairie/nothing.svg").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
