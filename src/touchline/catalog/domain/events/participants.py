"""Participants: teams, or any other competitors of a channel."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.catalog.domain.taxonomy import Gender, Group
from touchline.shared.ids import CategoryId, ParticipantId
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of events. `children` are the teams that it represents, if it represents several.

    `short_name`, `color` and `color_2` are the participant's own values. `display_short_name` and
    `display_colors` are the ones to show.
    """

    id: ParticipantId
    key: str
    name: LocalText
    short_name: LocalText = field(default_factory=dict)
    group: Group | None = None
    category_id: CategoryId | None = None
    sport: str = ""
    gender: Gender = Gender.NOT_IDENTIFIED
    color: str | None = None
    color_2: str | None = None
    image: str | None = None
    children: tuple[Participant, ...] = ()

    @property
    def logo(self) -> str | None:
        """The participant's own image, or else its group's logo."""
        return self.image or (self.group.logo if self.group else None)

    @property
    def display_short_name(self) -> LocalText:
        """The participant's short name, or else its group's, or else the full name."""
        return self.short_name or (self.group.short_name if self.group else None) or self.name

    @property
    def display_colors(self) -> tuple[str | None, str | None]:
        """The first and second color: the participant's own, or else the group's.

        The group's second color is only combined with the group's first color. Next to another first color it
        may be unreadable.
        """
        first, second = [*(self.group.colors if self.group else ()), None, None][:2]
        return self.color or first, self.color_2 or (second if self.color in (None, first) else None)


@dataclass(frozen=True, slots=True)
class EventSide:
    """A participant in one event."""

    participant: Participant
    is_home: bool = False
