"""Public names of clips, for page heads, images and oEmbed."""

from __future__ import annotations

from touchline.catalog.facade import Card
from touchline.clips.facade import PLACEHOLDER_NAME, ClipCard
from touchline.shared.strings.localized import localize


def clip_name(clip: ClipCard, event: Card, language: str) -> str:
    """Return a clip's name as anonymous visitors may read it; "Clip" while the name waits for approval."""
    return clip.public_name(event_costs_money=event.costs_money) or localize(PLACEHOLDER_NAME, language)


def clip_title(clip: ClipCard, event: Card, language: str) -> str:
    """Return a clip's name and its event: "Glove save, Harlan Falls @ Cedar Ridge (Nov 21, 2026, 1:00
    PM)"."""
    return f"{clip_name(clip, event, language)}, {event.full_name}"
