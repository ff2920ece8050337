"""A channel's colors and fonts in a form that email clients support."""

import re

from touchline.channel.domain.site.channel import Channel

_COLOR_PATTERN = re.compile(r"#[0-9a-fA-F]{6}")
_FONT_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,60}")
_FALLBACK_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_DEFAULT_COLORS = {"header": ("#0d1014", "#f3f5f7"), "accent": ("#1f4fa8", "#ffffff")}
_TEXT_TRANSFORMS = frozenset({"uppercase", "lowercase", "capitalize"})


def build_theme(channel: Channel) -> dict[str, str]:
    """Return two color pairs with sufficient contrast, as checked in the pack, and the font."""
    header, header_text = _color_pair(channel, "header-background", "header-text", "header")
    accent, accent_text = _color_pair(channel, "accent", "accent-text", "accent")
    font = str(channel.theme.get("font_text", ""))
    custom_font = f"'{font}', " if _FONT_PATTERN.fullmatch(font) and font != "system-ui" else ""
    case = channel.theme.get("display_case")
    return {
        "header": header,
        "header_text": header_text,
        "accent": accent,
        "accent_text": accent_text,
        "font": custom_font + _FALLBACK_FONTS,
        "case": str(case) if case in _TEXT_TRANSFORMS else "none",
    }


def _color_pair(channel: Channel, background: str, text: str, default_key: str) -> tuple[str, str]:
    """Return both colors of the channel, or both defaults.

    A mix of the channel's colors and the defaults may be unreadable.
    """
    colors = (channel.colors.get(background, ""), channel.colors.get(text, ""))
    return (
        colors if all(_COLOR_PATTERN.fullmatch(color) for color in colors) else _DEFAULT_COLORS[default_key]
    )
