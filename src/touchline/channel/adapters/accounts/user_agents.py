"""User-Agent parsing with ua-parser's rules (port `UserAgentParser`)."""

from ua_parser import Result, parse

from touchline.channel.ports.accounts.user_agents import Device

_MAX_LENGTH = 500
_TV_WORDS = ("tv", "roku", "bravia", "chromecast", "playstation", "xbox", "firetv", "aft")
_TABLET_WORDS = ("ipad", "tablet", "kindle")
_PHONE_SYSTEMS = ("iphone", "android", "ios", "mobile", "windows phone", "harmonyos")
_DESKTOP_SYSTEMS = ("windows", "mac os", "linux", "ubuntu", "fedora", "chrome os", "freebsd", "debian")


class UaParserUserAgentParser:
    """A parser that returns names such as `Chrome on Windows` or `Mobile Safari on iPhone`."""

    def parse(self, user_agent: str) -> Device:
        """Return the device, as far as it can be recognized."""
        parsed = parse(user_agent[:_MAX_LENGTH])
        parts = (_browser_name(parsed), _device_name(parsed))
        name = " on ".join(part for part in parts if part)
        return Device(name[:120], _detect_platform(user_agent[:_MAX_LENGTH].lower(), parsed))


def _browser_name(parsed: Result) -> str:
    return parsed.user_agent.family if parsed.user_agent else ""


def _device_name(parsed: Result) -> str:
    model = parsed.device.model if parsed.device else None
    if model in ("iPhone", "iPad", "Apple TV"):
        return str(model)
    return parsed.os.family if parsed.os else ""


def _detect_platform(text: str, parsed: Result) -> str:
    system = (parsed.os.family if parsed.os else "").lower()
    if any(word in text for word in _TV_WORDS):
        return "tv"
    if any(word in text for word in _TABLET_WORDS) or ("android" in text and "mobile" not in text):
        return "tablet"
    if any(word in system for word in _PHONE_SYSTEMS):
        return "mobile"
    return "desktop" if any(word in system for word in _DESKTOP_SYSTEMS) else "unknown"
