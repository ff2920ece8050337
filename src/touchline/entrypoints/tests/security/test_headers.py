"""Headers on every answer of every route: what browsers may load, frame, read and keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.platform.http import headers
from touchline.platform.settings import Settings

SCRIPT = ("text/javascript", "application/javascript")
REFERRERS = {"strict-origin-when-cross-origin", "no-referrer"}
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True, ids=["sqlite"])
PART = re.compile(r"<[^<>]*>")


@pytest.fixture
def answers(app: Flask, visitor: Visitor) -> Callable[[], Iterator[tuple[str, TestResponse]]]:
    """`answers()`: one answer of every route by every method that it takes, and of one that it does not."""

    def ask() -> Iterator[tuple[str, TestResponse]]:
        given = {"api_key": visitor.api_key}
        for rule in app.url_map.iter_rules():
            for method in sorted((rule.methods or set()) | {"GET", "PUT"}):
                path = PART.sub("1", rule.rule)
                host = {"Host": visitor.channel.domains[0]}
                yield (
                    f"{method} {rule.rule}",
                    visitor.browser.open(path, method=method, query_string=given, headers=host),
                )

    return ask


@ON_SQLITE
def test_every_answer_of_every_route_says_what_browsers_need_to_hear(
    answers: Callable[[], Iterator[tuple[str, TestResponse]]],
) -> None:
    asked = pages = 0
    for call, answer in answers():
        asked += 1
        says_who_may_use_it(call, answer)
        if answer.mimetype == "text/html":
            pages += 1
            runs_its_own_scripts_alone(call, answer)
        else:
            policy = answer.headers.get("Content-Security-Policy", "")
            assert policy.startswith("default-src 'none'") or answer.mimetype in SCRIPT, call
        if " /api/" in call:
            kept = answer.headers["Cache-Control"]
            assert "no-store" in kept or (kept.startswith("public") and answer.status_code == 200), call
    assert asked > 300
    assert pages > 2


def says_who_may_use_it(call: str, answer: TestResponse) -> None:
    """What stands on every answer, whatever it is."""
    said = answer.headers
    assert said["X-Content-Type-Options"] == "nosniff", call
    assert said["Referrer-Policy"] in REFERRERS, call
    assert said["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups", call
    assert said["Cross-Origin-Resource-Policy"] in {"same-origin", "cross-origin"}, call
    assert "camera=()" in said["Permissions-Policy"], call
    assert "Server" not in said and "X-Powered-By" not in said, call
    assert "Strict-Transport-Security" not in said, call


def runs_its_own_scripts_alone(call: str, answer: TestResponse) -> None:
    """A page's policy: no script of others, no frame around it."""
    policy = answer.headers["Content-Security-Policy"]
    rules = dict(rule.partition(" ")[::2] for rule in policy.split("; "))
    assert "unsafe" not in rules.get("script-src", "'none'"), call
    assert "'unsafe-eval'" not in policy and "*" not in rules["default-src"], call
    assert rules.get("frame-ancestors") in {"'self'", "'none'"}, call
    if rules["default-src"] != "'none'":
        assert (rules["object-src"], rules["base-uri"]) == ("'none'", "'self'"), call


@ON_SQLITE
@pytest.mark.parametrize("path", ["/watch_embed/{id}", "/watch/{id}", "/login", "/share/1/x", "/nowhere"])
@pytest.mark.usefixtures("dist")
def test_nothing_but_the_embedded_player_is_framed_by_other_sites(
    client: FlaskClient, site: ChannelFacts, ids: Callable[[str, str], int], path: str
) -> None:
    asked = path.format(id=ids("event", "on-now"))
    answer = client.get(asked, headers={"Host": "prairie.localhost"})
    may = "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert may == path.startswith("/watch_embed")
    assert answer.headers["Cross-Origin-Resource-Policy"] == ("cross-origin" if may else "same-origin")


@pytest.mark.parametrize(
    ("setting", "scheme", "said"),
    [
        ("host", "https", "max-age=31536000"),
        ("subdomains", "https", "max-age=31536000; includeSubDomains"),
        ("off", "https", None),
        ("host", "http", None),
    ],
    ids=["host", "subdomains", "off", "plain"],
)
def test_browsers_are_told_to_come_by_tls_where_they_came_by_it(
    setting: str, scheme: str, said: str | None
) -> None:
    app = Flask("page")
    headers.install(app, Settings(hsts=setting))
    app.get("/")(lambda: Response("", mimetype="text/html"))
    answer = app.test_client().get("/", base_url=f"{scheme}://prairie.example.org")
    assert answer.headers.get("Strict-Transport-Security") == said


def test_files_of_a_pack_run_nothing_even_when_they_are_opened_by_themselves(client: FlaskClient) -> None:
    policy = client.get("/files/prairie/nothing.svg").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
