"""Whose word on a visitor's address and country counts: that of the proxies that are there, nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from adapters.geo.header import HeaderGeo
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.web import create_app
from touchline.platform.http.slots import Slots
from touchline.platform.settings import Settings

DIRECT = "127.0.0.1"
ONE, TWO, THREE = "203.0.113.1", "203.0.113.2", "2001:db8::3"
Ask = Callable[..., str]


@pytest.fixture
def ip(visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """`ip(1, X_Forwarded_For="…")`: the address that is believed behind so many proxies."""

    direct = app.wsgi_app

    def of(hops: int, **headers: str) -> str:
        monkeypatch.setattr(app, "wsgi_app", ProxyFix(direct, x_for=hops))
        given = {name.replace("_", "-"): text for name, text in headers.items()}
        answer = visitor.get("/geo", headers=given)
        assert answer.json is not None
        return str(answer.json["data"]["ip"])

    return of


@pytest.mark.parametrize(
    ("hops", "chain", "believed"),
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
def test_as_many_steps_of_the_chain_count_as_there_are_proxies(
    ip: Ask, hops: int, chain: str, believed: str
) -> None:
    assert ip(hops, X_Forwarded_For=chain) == believed


def test_what_a_visitor_writes_before_the_chain_is_not_believed(ip: Ask) -> None:
    """The visitor at `TWO` says to be `ONE`; the proxy adds where it was asked from."""
    assert ip(1, X_Forwarded_For=f"{ONE}, {TWO}") == TWO


def test_other_headers_that_name_an_address_do_not_count(ip: Ask) -> None:
    for hops in (0, 1, 2):
        said = {"Forwarded": f"for={ONE}", "X_Real_IP": ONE, "X_Client_IP": ONE, "True_Client_IP": ONE}
        assert ip(hops, **said) == DIRECT


def test_the_setting_is_the_number_of_proxies(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(trusted_proxies=2)
    monkeypatch.setattr(house, "settings", settings)
    outermost: Any = create_app(house).wsgi_app
    assert isinstance(outermost, Slots)
    front = outermost._app
    assert isinstance(front, ProxyFix)
    assert (front.x_for, front.x_proto, front.x_host) == (2, 2, 2)


def test_the_country_of_a_trusted_proxy_is_taken_whatever_the_case_of_its_header(
    visitor: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.container.channel.find_principal(), "_geo", HeaderGeo("CF-IPCountry"))
    for name in ("CF-IPCountry", "cf-ipcountry"):
        answer = visitor.get("/geo", headers={name: "ca"})
        assert answer.json is not None
        said = answer.json["data"]
        assert (said["country_code"], said["country"]) == ("CA", "Canada")
