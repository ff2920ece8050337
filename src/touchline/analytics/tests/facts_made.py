"""Facts for tests: whoever writes one says what matters to the test alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from touchline.analytics.domain.facts import (
    Batch,
    Device,
    Fact,
    Happening,
    Session,
    Side,
    ThingKind,
    ViewFact,
    Visitor,
    What,
)
from touchline.analytics.domain.spans import Span
from touchline.shared.ids import ChannelId

PRAIRIE, ATELIER = ChannelId(1), ChannelId(2)
SPAN = Span(PRAIRIE, date(2026, 11, 1), date(2026, 11, 2), ZoneInfo("America/Winnipeg"))
"""Two days, of which the first has 25 hours."""
START = SPAN.since
_ids = count(1)
_WORDS = ("visit_page", "visit_page", "login", "view_item_list", "select_item", "begin_checkout", "purchase")


def visitor(session: str = "ada", **more: Any) -> Visitor:
    """Somebody on `PRAIRIE`."""
    return Visitor(**{"channel_id": PRAIRIE, "session": session, **more})


def began(at: int = 0, who: str | Visitor = "ada") -> Session:
    """A session began, so many seconds after the span did."""
    return Session(next(_ids), START + at, _person(who), "web", "1440x900")


def happened(name: str = "visit_page", at: int = 0, who: str | Visitor = "ada", **more: Any) -> Happening:
    """A page was visited, or something else."""
    return Happening(next(_ids), START + at, _person(who), name, **more)


def viewed(what: What, at: int = 0, who: str | Visitor = "ada", **more: Any) -> ViewFact:
    """Something happened to a view of event 12; the view is named as its session is."""
    person = _person(who)
    said = {"view": person.session, "thing_kind": ThingKind.EVENT, "thing_id": 12, **more}
    return ViewFact(next(_ids), START + at, person, what=what, **said)


def first_frame(at: int = 0, who: str | Visitor = "ada", **more: Any) -> ViewFact:
    """A view began."""
    return viewed(What.FIRST_FRAME, at, who, **more)


def viewing(seconds: int, at: int = 0, who: str | Visitor = "ada", **more: Any) -> ViewFact:
    """Seconds were watched."""
    return viewed(What.VIEWING, at, who, seconds=seconds, **more)


def batch(*facts: Fact, **more: Any) -> Batch:
    """A whole file."""
    return Batch(**{"file": f"file-{next(_ids)}", "first": 0, "last": 100, "facts": facts, **more})


def one_of_each(who: Visitor) -> tuple[Fact, ...]:
    """A fact of each sort, in the first minute of the span."""
    steps = (happened(name, 1, who) for name in _WORDS)
    sides: dict[str, Any] = {"side": Side.DELIVERY, "stall_ms": 900}
    views = (
        first_frame(2, who, startup_ms=700),
        viewing(30, 30, who, position=30, bitrate=2500),
        viewed(What.STALL, 31, who, **sides),
        viewed(What.ERROR, 32, who, fault="segment"),
        viewed(What.END, 33, who),
    )
    return (began(0, who), *steps, *views)


def season(seed: int, many: int) -> tuple[Fact, ...]:
    """So many facts of two channels and three days, some of them of bots, whatever they are."""
    chance = random.Random(seed)  # noqa: S311
    return tuple(_any_fact(chance, START + chance.randrange(-40_000, 220_000)) for _ in range(many))


def _any_fact(chance: random.Random, at: int) -> Fact:
    number = chance.randrange(40)
    who = visitor(
        f"session-{number}",
        channel_id=chance.choice([PRAIRIE, PRAIRIE, PRAIRIE, ATELIER]),
        person=f"person-{number % 4}" if number % 4 else "",
        country=chance.choice(["CA", "CA", "US", ""]),
        device=chance.choice(list(Device)),
        is_bot=number == 7,
        is_doubtful=number in (7, 8, 9),
    )
    sort = chance.randrange(10)
    if sort == 0:
        return Session(next(_ids), at, who, "web", "1440x900")
    if sort < 3:
        return Happening(next(_ids), at, who, chance.choice(_WORDS), "/", detail={"ms": 12})
    return _any_view(chance, at, who)


def _any_view(chance: random.Random, at: int, who: Visitor) -> ViewFact:
    what = chance.choice([*What, What.VIEWING, What.VIEWING, What.FIRST_FRAME])
    troubled = what in (What.STALL, What.ERROR)
    return ViewFact(
        next(_ids),
        at,
        who,
        f"view-{chance.randrange(90)}",
        chance.choice(list(ThingKind)),
        chance.randrange(3),
        what,
        position=chance.randrange(300),
        seconds=chance.randrange(130) if what is What.VIEWING else 0,
        startup_ms=chance.choice([0, 50, 100, 350, 9_999, 12_000]) if what is What.FIRST_FRAME else 0,
        stall_ms=chance.randrange(5_000) if what is What.STALL else 0,
        bitrate=chance.choice([0, 249, 250, 3_000]),
        side=chance.choice([None, *Side]) if troubled else None,
        about={"category": "Hockey"},
    )


def _person(who: str | Visitor) -> Visitor:
    return visitor(who) if isinstance(who, str) else who


def parts(facts: tuple[Fact, ...], size: int) -> Iterator[Batch]:
    """One file in parts."""
    file = f"file-{next(_ids)}"
    for first in range(0, len(facts), size):
        yield Batch(file, first, min(first + size, len(facts)), facts[first : first + size])
