"""Who takes part: a team, or what else a channel lets compete."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.catalog.domain.places import Gender, Group
from touchline.shared.ids import CategoryId, ParticipantId
from touchline.shared.text import LocalText


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of events; `children` are the teams it stands for, when it stands for several."""

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
    def short(self) -> LocalText:
        """The short name; the full one where there is none."""
        return self.short_name or self.name


@dataclass(frozen=True, slots=True)
class Side:
    """A participant in one event."""

    participant: Participant
    is_home: bool = False
