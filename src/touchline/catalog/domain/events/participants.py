"""Who takes part: a team, or what else a channel lets compete."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.catalog.domain.taxonomy import Gender, Group
from touchline.shared.ids import CategoryId, ParticipantId
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of events; `children` are the teams it stands for, when it stands for several.

    `short_name`, `color` and `color_2` are its own; `display_short_name` and `display_colors` say what it
    goes by.
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
        """Its own picture, or the crest of its group."""
        return self.image or (self.group.logo if self.group else None)

    @property
    def display_short_name(self) -> LocalText:
        """Its own short name, or its group's; the full name where there is none."""
        return self.short_name or (self.group.short_name if self.group else None) or self.name

    @property
    def display_colors(self) -> tuple[str | None, str | None]:
        """The first and second colour: its own, or its group's.

        The group's second colour goes with the group's first alone: beside a team's own it may be unreadable.
        """
        first, second = [*(self.group.colors if self.group else ()), None, None][:2]
        return self.color or first, self.color_2 or (second if self.color in (None, first) else None)


@dataclass(frozen=True, slots=True)
class EventSide:
    """A participant in one event."""

    participant: Participant
    is_home: bool = False
