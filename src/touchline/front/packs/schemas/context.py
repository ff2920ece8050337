"""Context that fields need to read and write: the channel's languages, zone, currency and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from marshmallow.experimental.context import Context

from touchline.front.packs.files.pack_folder import PackFolder
from touchline.shared.defaults import CURRENCY, LANGUAGE


@dataclass(frozen=True)
class PackContext:
    """The context of a value.

    `folder` is set when reading; `file_names` (public path → name in the pack) when writing. `is_stored`
    returns whether a public path is a file of the channel. It is set for values that do not come from a pack.
    """

    now: datetime
    language: str = LANGUAGE
    languages: tuple[str, ...] = (LANGUAGE,)
    currency: str = CURRENCY
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    folder: PackFolder | None = None
    file_names: Mapping[str, str] = field(default_factory=dict)
    is_stored: Callable[[str], bool] | None = None


class ActivePackContext(Context[PackContext]):
    """The active context: `with ActivePackContext(context): schema.load(…)`. Fields call
    `get_pack_context()`.
    """


def get_pack_context() -> PackContext:
    """Return the active context."""
    return ActivePackContext.get()
