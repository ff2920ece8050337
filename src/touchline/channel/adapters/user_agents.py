"""Reads the User-Agent header with ua-parser's rules (port `UserAgents`)."""

from ua_parser import Result, parse

from touchline.channel.ports.user_agents import Device

_MOST = 500
_TELEVISIONS = ("tv", "roku", "bravia", "chromecast", "playstation", "xbox", "firetv", "aft")
_TABLETS = ("ipad", "tablet", "kindle")
_PHONES = ("iphone", "android", "ios", "mobile", "windows phone", "harmonyos")
_DESKTOPS = ("windows", "mac os", "linux", "ubuntu", "fedora", "chrome os", "freebsd", "debian")


class ParsedUserAgents:
    """Names such as `Chrome on Windows`, `Mobile Safari on iPhone`."""

    def device(self, user_agent: str) -> Device:
        """The device, as well as it can be told."""
        found = parse(user_agent[:_MOST])
        parts = (_browser(found), _machine(found))
        name = " on ".join(part for part in parts if part)
        return Device(name[:120], _platform(user_agent[:_MOST].lower(), found))


def _browser(found: Result) -> str:
    return found.user_agent.family if found.user_agent else ""


def _machine(found: Result) -> str:
    model = found.device.model if found.device else None
    if model in ("iPhone", "iPad", "Apple TV"):
        return str(model)
    return found.os.family if found.os else ""


def _platform(text: str, found: Result) -> str:
    system = (found.os.family if found.os else "").lower()
    if any(word in text for word in _TELEVISIONS):
        return "tv"
    if any(word in text for word in _TABLETS) or ("android" in text and "mobile" not in text):
        return "tablet"
    if any(word in system for word in _PHONES):
        return "mobile"
    return "desktop" if any(word in system for word in _DESKTOPS) else "unknown"
