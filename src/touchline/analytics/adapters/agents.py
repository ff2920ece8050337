"""Programs by their `User-Agent`: ua-parser's rules for people's, crawlerdetect's list for bots (port
`Agents`)."""

from __future__ import annotations

from functools import lru_cache

from crawlerdetect import CrawlerDetect
from ua_parser import Result, parse

from touchline.analytics.domain.facts import Device
from touchline.analytics.ports.agents import Agent

_KEPT = 4096
"""So many headers are remembered: a site's visitors have few programs between them."""
_MOST_NAME = 40
_TELEVISIONS = ("tv", "roku", "bravia", "chromecast", "playstation", "xbox", "aft")
_TABLETS = ("ipad", "tablet", "kindle", "silk/")
_PHONES = ("ios", "windows phone", "harmonyos", "kaios")
_COMPUTERS = ("windows", "mac os", "linux", "ubuntu", "fedora", "chrome os", "freebsd", "debian")


class KnownAgents:
    """Remembers what it read. A header that is missing or names a program without a person is a bot's."""

    def __init__(self) -> None:
        self._crawlers = CrawlerDetect()
        self.read = lru_cache(maxsize=_KEPT)(self._read)

    def _read(self, header: str) -> Agent:
        found = parse(header)
        return Agent(
            device=_device(header.lower(), found),
            browser=found.user_agent.family[:_MOST_NAME] if found.user_agent else "",
            system=found.os.family[:_MOST_NAME] if found.os else "",
            is_bot=not header.strip() or self._crawlers.is_crawler(header),
        )


def _device(text: str, found: Result) -> Device:
    system = (found.os.family if found.os else "").lower()
    if any(word in text for word in _TELEVISIONS):
        return Device.TV
    if any(word in text for word in _TABLETS):
        return Device.TABLET
    if "android" in text:
        return Device.PHONE if "mobile" in text else Device.TABLET
    if any(word in system for word in _PHONES):
        return Device.PHONE
    return Device.COMPUTER if any(word in system for word in _COMPUTERS) else Device.OTHER
