"""User-Agent parsing (port `UserAgentParser`).

Browsers are recognized by ua-parser's rules, bots by crawlerdetect's list.
"""

from __future__ import annotations

from functools import lru_cache

from crawlerdetect import CrawlerDetect
from ua_parser import Result, parse

from touchline.analytics.domain.records import Device
from touchline.analytics.ports.user_agents import UserAgent

_CACHE_SIZE = 4096
"""Number of cached headers. The visitors of a site use few different programs."""
_MAX_NAME_LENGTH = 40
_TV_KEYWORDS = ("tv", "roku", "bravia", "chromecast", "playstation", "xbox", "aft")
_TABLET_KEYWORDS = ("ipad", "tablet", "kindle", "silk/")
_PHONE_SYSTEMS = ("ios", "windows phone", "harmonyos", "kaios")
_COMPUTER_SYSTEMS = ("windows", "mac os", "linux", "ubuntu", "fedora", "chrome os", "freebsd", "debian")


class CachingUserAgentParser:
    """A user agent parser with a cache.

    A missing header, or one that names an automated program, counts as a bot.
    """

    def __init__(self) -> None:
        self._crawler_detector = CrawlerDetect()
        self.parse = lru_cache(maxsize=_CACHE_SIZE)(self._parse)

    def _parse(self, header: str) -> UserAgent:
        result = parse(header)
        return UserAgent(
            device=_detect_device(header.lower(), result),
            browser=result.user_agent.family[:_MAX_NAME_LENGTH] if result.user_agent else "",
            system=result.os.family[:_MAX_NAME_LENGTH] if result.os else "",
            is_bot=not header.strip() or self._crawler_detector.is_crawler(header),
        )


def _detect_device(text: str, result: Result) -> Device:
    system = (result.os.family if result.os else "").lower()
    if any(keyword in text for keyword in _TV_KEYWORDS):
        return Device.TV
    if any(keyword in text for keyword in _TABLET_KEYWORDS):
        return Device.TABLET
    if "android" in text:
        return Device.PHONE if "mobile" in text else Device.TABLET
    if any(keyword in system for keyword in _PHONE_SYSTEMS):
        return Device.PHONE
    return Device.COMPUTER if any(keyword in system for keyword in _COMPUTER_SYSTEMS) else Device.OTHER
