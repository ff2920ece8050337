"""Detection of browsers, devices and bots by their User-Agent."""

from __future__ import annotations

import pytest

from touchline.analytics.adapters.user_agents import CachingUserAgentParser
from touchline.analytics.domain.records import Device
from touchline.analytics.tests.ingest_fakes import CHROME

APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
IPHONE = (
    f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) {APPLE} Version/18.5 Mobile/15E148 Safari/604.1"
)
IPAD = f"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) {APPLE} Version/17.5 Mobile/15E148 Safari/604.1"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
PIXEL = f"Mozilla/5.0 (Linux; Android 16; Pixel 9) {WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36"
TABLET = f"Mozilla/5.0 (Linux; Android 15; SM-X710) {WEBKIT} Chrome/141.0.0.0 Safari/537.36"
TV = f"Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) {WEBKIT} Chrome/120.0.0.0 Safari/537.36"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"


@pytest.mark.parametrize(
    ("header", "device", "browser", "system"),
    [
        (CHROME, Device.COMPUTER, "Chrome", "Windows"),
        (FIREFOX, Device.COMPUTER, "Firefox", "Linux"),
        (IPHONE, Device.PHONE, "Mobile Safari", "iOS"),
        (IPAD, Device.TABLET, "Mobile Safari", "iOS"),
        (PIXEL, Device.PHONE, "Chrome Mobile", "Android"),
        (TABLET, Device.TABLET, "Chrome", "Android"),
        (TV, Device.TV, "Chrome", "Android"),
    ],
    ids=["windows", "linux", "iphone", "ipad", "pixel", "tablet", "tv"],
)
def test_browsers_of_people_are_identified(header: str, device: Device, browser: str, system: str) -> None:
    found = CachingUserAgentParser().parse(header)
    assert (found.device, found.browser, found.system) == (device, browser, system)
    assert not found.is_bot


@pytest.mark.parametrize(
    "header",
    [
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "curl/8.5.0",
        "python-requests/2.32.3",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0",
        "",
    ],
    ids=["google", "curl", "requests", "headless", "nothing"],
)
def test_bots_and_scripts_are_identified(header: str) -> None:
    assert CachingUserAgentParser().parse(header).is_bot


@pytest.mark.parametrize("header", ["\x00" * 300, "é" * 300, "(" * 300], ids=["nul", "letters", "brackets"])
def test_an_unusual_header_is_parsed(header: str) -> None:
    assert CachingUserAgentParser().parse(header).device is Device.OTHER
