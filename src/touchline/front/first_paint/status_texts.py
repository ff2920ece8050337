"""The status page as text, for its first paint and for visitors without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from touchline.front.status_page import StatusEvent, StatusPage
from touchline.shared.strings.localized import LocalText, localize

_TEXTS: dict[str, LocalText] = {
    "title": {"en": "Status", "fr": "État du service"},
    "lede": {
        "en": "What is live, what went wrong lately, and what we did about it.",
        "fr": "Ce qui est en direct, les problèmes récents et ce que nous avons fait.",
    },
    "live": {"en": "Live now", "fr": "En direct"},
    "lately": {"en": "Last {days} days", "fr": "{days} derniers jours"},
    "empty": {
        "en": "No problems in the last {days} days",
        "fr": "Aucun problème au cours des {days} derniers jours",
    },
    "venue": {
        "en": "The video from the venue was interrupted for {minutes} min.",
        "fr": "La vidéo envoyée du lieu de l’événement a été interrompue pendant {minutes}\u00a0min.",
    },
    "delivery": {
        "en": "We could not deliver the video for {minutes} min.",
        "fr": "Nous n’avons pas pu diffuser la vidéo pendant {minutes}\u00a0min.",
    },
    "some": {"en": "Viewers were paid back.", "fr": "Des spectateurs ont été remboursés."},
    "count": {"en": "{count} viewers were paid back.", "fr": "{count} spectateurs ont été remboursés."},
}


def build_status_context(page: StatusPage, language: str) -> dict[str, Any]:
    """Return the context of the template `status`."""

    def text(name: str, **values: int) -> str:
        return localize(_TEXTS[name], language).format(**values)

    sections = [{"title": text("lately", days=page.days), "events": _list_events(page.faulty, text)}]
    if page.live:
        sections.insert(0, {"title": text("live"), "events": _list_events(page.live, text)})
    return {
        "title": text("title"),
        "lede": text("lede"),
        "empty": text("empty", days=page.days),
        "sections": sections,
    }


def _list_events(events: Sequence[StatusEvent], text: Any) -> list[dict[str, Any]]:
    return [{"id": event.id, "name": event.name, "lines": _list_lines(event, text)} for event in events]


def _list_lines(event: StatusEvent, text: Any) -> list[str]:
    faults = event.faults
    if faults is None:
        return []
    lines = [text(outage.side.value, minutes=outage.minutes) for outage in faults.outages]
    if faults.paid_back is None:
        lines.append(text("some"))
    elif faults.paid_back:
        lines.append(text("count", count=faults.paid_back))
    return lines
