"""How the catalogue's things are told to the world (api.md, "Catalogue"): plain values in one language.

HTTP, the start-up bundle and page metadata all answer with these, so a thing looks the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from touchline.catalog.domain.participant import Participant, Side
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.catalog.ports.addresses import Addresses
from touchline.shared.text import LocalText, pick

Answer = dict[str, object]


@dataclass(frozen=True)
class Teller:
    """Tells things in `language`, falling back to the channel's, and in its time zone (IANA)."""

    language: str
    fallback: str
    addresses: Addresses
    time_zone: str

    def text(self, text: LocalText) -> str:
        """A wording in the asked language."""
        return pick(text, self.language, self.fallback)

    def category(self, category: Category) -> Answer:
        """A category of events; its alias is its key in the pack."""
        return {
            "id": category.id,
            "name": self.text(category.name),
            "short_name": self.text(category.short_name or category.name),
            "alias": category.key,
            "sport": category.sport,
            "gender": category.gender.value,
            "image": self.addresses.picture(category.image),
            "weight": category.weight,
        }

    def category_with_tags(self, category: Category) -> Answer:
        """A category with what its clips may be tagged."""
        return {**self.category(category), "clip_tags": [self.text(tag) for tag in category.clip_tags]}

    def location(self, location: Location) -> Answer:
        """A place where events happen; `time_zone` is null when it is the channel's."""
        return {
            "id": location.id,
            "name": self.text(location.name),
            "city": location.city,
            "state": location.state,
            "country": location.country,
            "time_zone": location.time_zone,
        }

    def group(self, group: Group) -> Answer:
        """A participant group; `properties` maps a property's key to the key of its value."""
        return {
            "id": group.id,
            "name": self.text(group.name),
            "short_name": self.text(group.short_name or group.name),
            "nickname": self.text(group.nickname),
            "alias": group.key,
            "images": {"logo": self.addresses.picture(group.logo)},
            "color": group.colors[0] if group.colors else None,
            "colors": list(group.colors),
            "city": group.city,
            "state": group.state,
            "properties": dict(group.properties),
        }

    def group_property(self, known: GroupProperty) -> Answer:
        """A property of groups with the values it may have."""
        return {
            "id": known.id,
            "key": known.key,
            "name": self.text(known.name),
            "values": [{"key": value.key, "name": self.text(value.name)} for value in known.values],
        }

    def participant(self, participant: Participant) -> Answer:
        """A participant with its group and, one level deep, its children."""
        color, color_2 = participant.colors
        return {
            "id": participant.id,
            "name": self.text(participant.name),
            "short_name": self.text(participant.short),
            "alias": participant.key,
            "images": {"logo": self.addresses.picture(participant.logo)},
            "color": color,
            "color_2": color_2,
            "event_category_id": participant.category_id,
            "group": self._group_in_short(participant.group),
            "properties": {"gender": participant.gender.value, "sport": participant.sport},
            "children": [self.participant(child) for child in participant.children],
        }

    def side(self, side: Side) -> Answer:
        """A participant as part of an event: alone, without those it may stand for."""
        told = self.participant(side.participant)
        del told["children"]
        return {**told, "is_home": side.is_home}

    def _group_in_short(self, group: Group | None) -> Answer | None:
        if group is None:
            return None
        return {
            "id": group.id,
            "alias": group.key,
            "name": self.text(group.name),
            "nickname": self.text(group.nickname),
        }
