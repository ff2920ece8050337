"""What an apply and an export need of each context's facade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

Part = dict[str, Any]
Ids = Mapping[str, Mapping[str, int]]
"""Kind (event, category, participant, group, location) → key → id."""


class KnownChannel(Protocol):
    """What a channel is called, and where it answers."""

    @property
    def id(self) -> int:
        """Its id."""
        ...

    @property
    def slug(self) -> str:
        """Its stable name."""
        ...

    @property
    def name(self) -> str:
        """Its name for people."""
        ...

    @property
    def domains(self) -> Sequence[str]:
        """Its host names."""
        ...


class Exporter(Protocol):
    """A context that says its state as a part of a pack."""

    def export_pack(self) -> Part:
        """The part that would lead to the present state."""
        ...


class Taker(Exporter, Protocol):
    """A context that takes its part of a pack, in the present transaction, and gives it back."""

    def apply_pack(self, part: Part, ids: Ids) -> object:
        """Make the channel's state that of the part; `ids` are the catalogue's."""
        ...


class CatalogTaker(Exporter, Protocol):
    """The catalogue is applied first and says which id stands for which key."""

    def apply_pack(self, part: Part) -> object:
        """Make the channel's state that of the part."""
        ...

    def ids_by_key(self, kind: str) -> Mapping[str, int]:
        """Ids by pack key of one kind: event, category, participant, group or location."""
        ...


class ChannelTaker(Taker, Protocol):
    """Context channel also keeps the channels themselves."""

    def open_channel(self, slug: str, name: str) -> int:
        """The id of the channel of that slug; made where there is none."""
        ...

    def all_channels(self) -> Sequence[KnownChannel]:
        """Every channel of the installation."""
        ...
