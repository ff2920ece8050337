"""Serializers of catalog objects (api.md, "Catalog"): plain values in one language.

The HTTP API, the start-up bundle and page metadata share them, so an object looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.catalog.application.scoring.sport_lookup import SportLookup
from touchline.catalog.domain.events.participants import EventSide, Participant
from touchline.catalog.domain.events.score import Ending, Score
from touchline.catalog.domain.scoring.results import (
    format_ending,
    format_final,
    format_result,
    get_leader,
)
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.shared.strings.localized import LocalText, localize

JsonObject = dict[str, object]


@dataclass(frozen=True)
class CatalogSerializer:
    """Serializes in `language`, with the channel's language as fallback, and in the channel's time zone
    (IANA).
    """

    language: str
    fallback: str
    urls: SiteUrls
    sports: SportLookup
    time_zone: str

    def localize(self, text: LocalText) -> str:
        """Return a text in the requested language."""
        return localize(text, self.language, self.fallback)

    def serialize_score(self, score: Score | None, sport_name: str) -> JsonObject | None:
        """Serialize a score, how the game ended, and the result as the sport writes it."""
        if score is None:
            return None
        text, ending_note = self.format_result(score, sport_name)
        return {
            **score.to_dict(),
            "note": self.localize(score.note) or None,
            "text": text,
            "ending_note": ending_note or None,
            "leader": get_leader(score),
        }

    def format_result(self, score: Score, sport_name: str) -> tuple[str, str]:
        """Return a result as the sport writes it, and its note alone."""
        sport = self._find_sport(score, sport_name)
        words = (score, sport, self.language, self.fallback)
        return format_result(*words), format_ending(*words)

    def format_final(self, score: Score, sides: Sequence[EventSide], sport_name: str) -> str:
        """Return a final result with the names of the teams, the away team first."""
        away, home = (self.localize(side.participant.name) for side in sides)
        sport = self._find_sport(score, sport_name)
        return format_final(score, away, home, sport, self.language, self.fallback)

    def serialize_category(self, category: Category) -> JsonObject:
        """Serialize a category of events. Its alias is its key in the pack."""
        return {
            "id": category.id,
            "name": self.localize(category.name),
            "short_name": self.localize(category.short_name or category.name),
            "alias": category.key,
            "sport": category.sport,
            "gender": category.gender.value,
            "image": self.urls.get_image_url(category.image),
            "weight": category.weight,
        }

    def serialize_category_with_tags(self, category: Category) -> JsonObject:
        """Serialize a category with the tags that its clips can have."""
        return {
            **self.serialize_category(category),
            "clip_tags": [self.localize(tag) for tag in category.clip_tags],
        }

    def serialize_location(self, location: Location) -> JsonObject:
        """Serialize a location. `time_zone` is null if it is the channel's."""
        return {
            "id": location.id,
            "name": self.localize(location.name),
            "city": location.city,
            "state": location.state,
            "country": location.country,
            "time_zone": location.time_zone,
        }

    def serialize_group(self, group: Group) -> JsonObject:
        """Serialize a participant group. `properties` maps the key of a property to the key of its value."""
        return {
            "id": group.id,
            "name": self.localize(group.name),
            "short_name": self.localize(group.short_name or group.name),
            "nickname": self.localize(group.nickname),
            "alias": group.key,
            "images": {"logo": self.urls.get_image_url(group.logo)},
            "color": group.colors[0] if group.colors else None,
            "colors": list(group.colors),
            "city": group.city,
            "state": group.state,
            "properties": dict(group.properties),
        }

    def serialize_group_property(self, group_property: GroupProperty) -> JsonObject:
        """Serialize a group property with its possible values."""
        return {
            "id": group_property.id,
            "key": group_property.key,
            "name": self.localize(group_property.name),
            "values": [
                {"key": value.key, "name": self.localize(value.name)} for value in group_property.values
            ],
        }

    def serialize_participant(self, participant: Participant) -> JsonObject:
        """Serialize a participant with its group and, one level deep, its children."""
        color, color_2 = participant.display_colors
        return {
            "id": participant.id,
            "name": self.localize(participant.name),
            "short_name": self.localize(participant.display_short_name),
            "alias": participant.key,
            "images": {"logo": self.urls.get_image_url(participant.logo)},
            "color": color,
            "color_2": color_2,
            "event_category_id": participant.category_id,
            "group": self._serialize_group_summary(participant.group),
            "properties": {"gender": participant.gender.value, "sport": participant.sport},
            "children": [self.serialize_participant(child) for child in participant.children],
        }

    def serialize_side(self, side: EventSide) -> JsonObject:
        """Serialize a participant as a side of an event, without the participants that it stands for."""
        payload = self.serialize_participant(side.participant)
        del payload["children"]
        return {**payload, "is_home": side.is_home}

    def _find_sport(self, score: Score, sport_name: str) -> Sport | None:
        """Return the sport whose words a result needs; None if it needs none."""
        needs_sport = score.ending in (Ending.OVERTIME, Ending.SHOOTOUT)
        return self.sports.find(sport_name) if needs_sport else None

    def _serialize_group_summary(self, group: Group | None) -> JsonObject | None:
        if group is None:
            return None
        return {
            "id": group.id,
            "alias": group.key,
            "name": self.localize(group.name),
            "nickname": self.localize(group.nickname),
        }
