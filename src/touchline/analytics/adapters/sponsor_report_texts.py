"""Texts of the report of a sponsor as PDF, in each supported language."""

from __future__ import annotations

ENGLISH = {
    "title": "Sponsor report",
    "sponsor": "Sponsor",
    "period": "Period",
    "totals": "Total",
    "impressions": "Impressions",
    "first_quartile": "Played to 25%",
    "midpoint": "Played to 50%",
    "third_quartile": "Played to 75%",
    "complete": "Played to the end",
    "clicks": "Clicks",
    "events": "By event",
    "days": "By day",
    "events_column": "Event",
    "days_column": "Day",
    "impressions_column": "Impressions",
    "first_quartile_column": "25%",
    "midpoint_column": "50%",
    "third_quartile_column": "75%",
    "complete_column": "100%",
    "clicks_column": "Clicks",
    "hidden": "Event that is not public",
    "empty": "No pre-roll played in this period.",
    "note": "An impression counts when the first frame of a pre-roll shows, once for each viewer and"
    " playback. Visitors who decline analytics are not counted.",
}
FRENCH = {
    "title": "Rapport du commanditaire",
    "sponsor": "Commanditaire",
    "period": "Période",
    "totals": "Total",
    "impressions": "Impressions",
    "first_quartile": "Vues à 25\u00a0%",
    "midpoint": "Vues à 50\u00a0%",
    "third_quartile": "Vues à 75\u00a0%",
    "complete": "Vues jusqu’à la fin",
    "clicks": "Clics",
    "events": "Par événement",
    "days": "Par jour",
    "events_column": "Événement",
    "days_column": "Jour",
    "impressions_column": "Impressions",
    "first_quartile_column": "25\u00a0%",
    "midpoint_column": "50\u00a0%",
    "third_quartile_column": "75\u00a0%",
    "complete_column": "100\u00a0%",
    "clicks_column": "Clics",
    "hidden": "Événement non public",
    "empty": "Aucune publicité n’a été diffusée pendant cette période.",
    "note": "Une impression est comptée à la première image d’une publicité, une fois par spectateur et par"
    " lecture. Les visiteurs qui refusent les statistiques ne sont pas comptés.",
}
TEXTS = {"en": ENGLISH, "fr": FRENCH}


def get_texts(language: str) -> tuple[str, dict[str, str]]:
    """Return the language of the document and its texts. Languages without texts get English."""
    return (language, TEXTS[language]) if language in TEXTS else ("en", ENGLISH)
