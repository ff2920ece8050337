"""A channel's colours and type as mail programs understand them."""

import re

from touchline.channel.domain.channel import Channel

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_FONT = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,60}")
_PLAIN_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_NEUTRAL = {"header": ("#0d1014", "#f3f5f7"), "accent": ("#1f4fa8", "#ffffff")}
_CASES = frozenset({"uppercase", "lowercase", "capitalize"})


def look_of(channel: Channel) -> dict[str, str]:
    """Two pairs of colours that read on each other, as the pack's check saw them, and the font."""
    header, header_text = _pair(channel, "header-background", "header-text", "header")
    accent, accent_text = _pair(channel, "accent", "accent-text", "accent")
    font = str(channel.theme.get("font_text", ""))
    own = f"'{font}', " if _FONT.fullmatch(font) and font != "system-ui" else ""
    case = channel.theme.get("display_case")
    return {
        "header": header,
        "header_text": header_text,
        "accent": accent,
        "accent_text": accent_text,
        "font": own + _PLAIN_FONTS,
        "case": str(case) if case in _CASES else "none",
    }


def _pair(channel: Channel, background: str, text: str, neutral: str) -> tuple[str, str]:
    """Both of the channel's colours, or neither: one of them alone may not read on ours."""
    found = (channel.colors.get(background, ""), channel.colors.get(text, ""))
    return found if all(_COLOUR.fullmatch(colour) for colour in found) else _NEUTRAL[neutral]
