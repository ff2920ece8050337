"""Trusted proxies: only the configured proxies may set a visitor's address and country."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from adapters.geo.header import HeaderGeo
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.web import create_app
from touchline.platform.config.settings import Settings
from touchline.platform.http.server.concurrency import ConcurrencyLimiter

DIRECT = "127.0.0.1"
ONE, TWO, THREE = "203.0.113.1", "203.0.113.2", "2001:db8::3"
GetIp = Callable[..., str]


@pytest.fixture
def get_ip(visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch) -> GetIp:
    """Return `get_ip(1, X_Forwarded_For="…")`, which returns the address that the app trusts behind that many
    proxies.
    """

    original_app = app.wsgi_app

    def get_client_ip(hops: int, **headers: str) -> str:
        monkeypatch.setattr(app, "wsgi_app", ProxyFix(original_app, x_for=hops))
        request_headers = {name.replace("_", "-"): text for name, text in headers.items()}
        response = visitor.get("/geo", headers=request_headers)
        assert response.json is not None
        return str(response.json["data"]["ip"])

    return get_client_ip


@pytest.mark.parametrize(
    ("hops", "chain", "expected_ip"),
    [
        (0, ONE, DIRECT),
        (0, f"{ONE}, {TWO}", DIRECT),
        (1, ONE, ONE),
        (1, f"{ONE}, {TWO}", TWO),
        (1, f"{ONE}, {TWO}, {THREE}", THREE),
        (2, f"{ONE}, {TWO}", ONE),
        (2, f"{ONE}, {TWO}, {THREE}", TWO),
        (3, f"{ONE}, {TWO}", DIRECT),
        (2, ONE, DIRECT),
    ],
)
def test_the_client_ip_depends_on_the_number_of_proxies(
    get_ip: GetIp, hops: int, chain: str, expected_ip: str
) -> None:
    assert get_ip(hops, X_Forwarded_For=chain) == expected_ip


def test_a_spoofed_forwarded_header_is_ignored(get_ip: GetIp) -> None:
    """The visitor at `TWO` claims to be `ONE`. The proxy appends the address that the request came from."""
    assert get_ip(1, X_Forwarded_For=f"{ONE}, {TWO}") == TWO


def test_other_address_headers_are_ignored(get_ip: GetIp) -> None:
    for hops in (0, 1, 2):
        headers = {"Forwarded": f"for={ONE}", "X_Real_IP": ONE, "X_Client_IP": ONE, "True_Client_IP": ONE}
        assert get_ip(hops, **headers) == DIRECT


def test_the_setting_determines_the_number_of_proxies(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(trusted_proxies=2)
    monkeypatch.setattr(application, "settings", settings)
    concurrency_limiter: Any = create_app(application).wsgi_app
    assert isinstance(concurrency_limiter, ConcurrencyLimiter)
    proxy_fix = concurrency_limiter._app
    assert isinstance(proxy_fix, ProxyFix)
    assert (proxy_fix.x_for, proxy_fix.x_proto, proxy_fix.x_host) == (2, 2, 2)


def test_the_country_header_is_case_insensitive(
    visitor: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application.container.channel.find_principal(), "_geo", HeaderGeo("CF-IPCountry"))
    for name in ("CF-IPCountry", "cf-ipcountry"):
        response = visitor.get("/geo", headers={name: "ca"})
        assert response.json is not None
        geo = response.json["data"]
        assert (geo["country_code"], geo["country"]) == ("CA", "Canada")
