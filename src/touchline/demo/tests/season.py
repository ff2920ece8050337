"""A channel with a season of visits, orders and clips, and what is true of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from touchline.analytics.domain.lines import line_of
from touchline.analytics.domain.payloads import Call
from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.orders import Kind, OrderStatus, Product
from touchline.billing.tests.orders import line, order
from touchline.catalog.tests.packs import event, pack_part
from touchline.catalog.tests.samples import text
from touchline.clips.domain.clip import Range, Words
from touchline.clips.tests.samples import clip
from touchline.conftest import NOON, SETTINGS, channel_part
from touchline.demo.audience import AGENTS, Season, Show, Visit
from touchline.demo.audience_calls import lines_of, send
from touchline.demo.tests.audience_truth import Answer, Days, Part
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId, EventId
from touchline.shared.money import Money
from touchline.shared.work import WorkState

PROFILE = "prairie-profile"
ZONE = ZoneInfo("America/Chicago")
UNTIL = int(NOON.timestamp())
FIRST = date(2026, 9, 25)
DAYS = Days(date(2026, 10, 24), date(2026, 11, 20), ZONE)
"""With the day of 25 hours in it."""
BEFORE = Days(date(2026, 9, 26), date(2026, 10, 23), ZONE)
FILM = "Élan: the power play"
SOLD = {
    "event": Product(kind=Kind.EVENT, id=12, name={"en": "A game", "fr": "Un match"}, package_id=3),
    "package": Product(kind=Kind.PACKAGE, id=3, name={"en": "=Season pass"}),
}
CLIPPED = (("Goal", 600, 20, 5), ("Save", 1500, 12, 3), ("Bench", 3000, 9, 1))
"""What was clipped: name, second, length, how often."""
DROPPED = {"not_json": 2, "unknown_profile": 3, "no_thing": 1}
DEVICE_NAMES = {"phone": "Phone", "tablet": "Tablet", "computer": "Computer", "tv": "TV"}


@dataclass(frozen=True)
class Sale:
    """Money that moved, in cents: what was charged, or what went back."""

    at: datetime
    what: str
    charged: int = 0
    back: int = 0


@dataclass
class Scene:
    """What was made. `parts` are what a view of a show counts for, by dimension; `names` its names."""

    channel_id: int
    shows: list[Show] = field(default_factory=list)
    parts: dict[Show, dict[str, list[Part]]] = field(default_factory=dict)
    names: dict[tuple[str, int], str] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    sales: list[Sale] = field(default_factory=list)

    def counts_for(self, dimension: str, visit: Visit, show: Show) -> Sequence[Part]:
        """What a view counts for."""
        if dimension == "country":
            return [(visit.country, None, visit.country or "(unknown)")]
        if dimension == "device":
            return [(visit.device, None, DEVICE_NAMES[visit.device])]
        return self.parts[show].get(dimension, [])

    def show(self, show: Show, name: str, **parts: list[Part]) -> None:
        """Something that can be watched."""
        own = {"event": "event", "vod": "library"}.get(show.kind)
        self.shows.append(show)
        self.names[(show.kind, show.id)] = name
        self.parts[show] = {**parts, **({own: [part_of(show, name)]} if own else {})}

    def told_sales(self) -> Answer:
        """`GET /reports/sales`, added up in another way than the server's."""
        inside = [sale for sale in self.sales if DAYS.has(int(sale.at.timestamp()))]
        earlier = [sale for sale in self.sales if BEFORE.has(int(sale.at.timestamp()))]
        by_day: dict[date, list[Sale]] = defaultdict(list)
        for sale in inside:
            by_day[DAYS.of(int(sale.at.timestamp()))].append(sale)
        days = [{"day": str(day), **sums(by_day[day])} for day in DAYS.all()]
        rows = [
            {
                "type": kind,
                "id": product.id,
                "name": product.name["en"],
                **sums([sale for sale in inside if sale.what == kind]),
            }
            for kind, product in SOLD.items()
        ]
        for day in days:
            del day["net"]
        return {
            "span": DAYS.told(),
            "currency": "USD",
            "totals": sums(inside),
            "before": sums(earlier),
            "days": days,
            "rows": sorted(rows, key=lambda row: -float(row["net"])),
        }


def sums(sales: Iterable[Sale]) -> dict[str, Any]:
    """Orders and money, by hand."""
    found = list(sales)
    charged, back = sum(sale.charged for sale in found), sum(sale.back for sale in found)
    return {
        "orders": sum(sale.charged > 0 for sale in found),
        "gross": f"{charged / 100:.2f}",
        "refunds": f"{back / 100:.2f}",
        "net": f"{(charged - back) / 100:.2f}",
    }


def part_of_channel() -> dict[str, Any]:
    """The channel's part of a pack, with a key for its visits."""
    part: dict[str, Any] = channel_part("prairie")["channel"]
    return {**part, "settings": {**SETTINGS, "analytics_key": PROFILE}}


def stage(house: House, channel_id: int) -> Scene:
    """Make all of it, and send the visits through the own intake."""
    scene = Scene(channel_id)
    container: Any = house.container
    with container.database().transaction(channel_id):
        _shows(container, scene)
        _clips(container, scene)
        _orders(container, scene)
    scene.visits = list(Season(scene.shows, ZONE, FIRST, UNTIL, visits_a_day=4).visits())
    intake = container.analytics.intake
    send(_lines(scene), intake.spool().append, intake.drain().own)
    return scene


def _shows(container: Any, scene: Scene) -> None:
    """Games of four teams of two schools, one within a school, one that nobody plays in; a film, a clip; and
    a game that the channel never had."""
    teams = ("harlan-falls-hockey", "cedar-ridge-hockey", "harlan-falls-soccer", "cedar-ridge-soccer")
    games = {
        f"game-{number}": event(
            f"game-{number}",
            NOON - timedelta(days=4 * number, hours=-number if number else 1),
            "soccer" if number % 3 == 1 else "hockey",
        )
        for number in range(14)
    }
    games["derby"] = event("derby", NOON - timedelta(days=11), away=teams[2], home=teams[0])
    games["talk"] = event(
        "talk", NOON - timedelta(days=9), away=None, home=None, name=text("A talk"), category="girls-soccer"
    )
    catalog = container.catalog.facade()
    catalog.apply_pack(pack_part(events=list(games.values())))
    ids = {kind: catalog.ids_by_key(kind) for kind in ("event", "participant", "group", "category")}
    for key, game in games.items():
        sides = [side for side in (game["away"], game["home"]) if side]
        schools = dict.fromkeys(side.rsplit("-", 1)[0] for side in sides)
        sport = {"boys-hockey": "Boys hockey", "girls-soccer": "Girls soccer"}[game["category"]]
        name = " @ ".join(_name(side) for side in sides) or "A talk"
        scene.show(
            Show("event", ids["event"][key], int(game["starts"].timestamp()), game["duration"]),
            f"{name} ({_moment(game)})",
            team=[_part(ids["participant"][side], _team(side)) for side in with_co_op(sides)],
            school=[_part(ids["group"][school], _name(school)) for school in schools],
            sport=[_part(ids["category"][game["category"]], sport)],
        )
    films = container.catalog.library().page
    scene.show(Show("vod", _film(films), 0, 600), FILM)
    scene.show(Show("clip", 5, 0, 30), "(a clip)")
    scene.show(Show("event", 900_001, 0, 3600), "(removed)")


def _film(page: Any) -> int:
    from touchline.catalog.domain.filters import LibraryFilter
    from touchline.shared.paging import PageRequest

    found = page(LibraryFilter(), PageRequest(limit=10)).items
    return next(int(item.id) for item in found if item.title["en"] == FILM)


def _part(number: int, name: str) -> Part:
    return str(number), number, name


def with_co_op(sides: Sequence[str]) -> list[str]:
    """And the team that stands for the hockey players of Cedar Ridge."""
    return [*sides, *(["cedar-ridge-teams"] if "cedar-ridge-hockey" in sides else [])]


def _moment(game: dict[str, Any]) -> str:
    """As in `Oct 24, 2026, 9:00 PM` where the game is played, with the narrow space of CLDR."""
    local = game["starts"].astimezone(ZoneInfo("America/Toronto") if game["location"] == "field" else ZONE)
    return f"{local:%b} {local.day}, {local.year}, {local:%I:%M}".replace(" 0", " ") + f"\u202f{local:%p}"


def _name(key: str) -> str:
    return "Harlan Falls" if key.startswith("harlan") else "Cedar Ridge"


def _team(key: str) -> str:
    """Both schools have a team of that name in both sports."""
    if key == "cedar-ridge-teams":
        return "Cedar Ridge teams"
    return f"{_name(key)} ({'Boys hockey' if key.endswith('hockey') else 'Girls soccer'})"


def _clips(container: Any, scene: Scene) -> None:
    """What was clipped of the fourth game; one that could not be cut counts nothing."""
    kept, number = container.clips.kept(), 0
    for name, second, length, times in (*CLIPPED, ("Broken", 600, 20, 9)):
        for _ in range(times):
            number += 1
            state = WorkState.FAILED if name == "Broken" else WorkState.READY
            made = clip(
                account_id=AccountId(number),
                event_id=EventId(scene.shows[3].id),
                uuid=UUID(int=number),
                words=Words(name, ("Save",)),
                range=Range(second * 1000, length * 1000),
                folder=f"clips/{number}",
            )
            made.state = state
            kept.add(made)


def _orders(container: Any, scene: Scene) -> None:
    """Orders of the whole season; some go back, some cannot be charged, a dispute is lost and one won."""
    dice = Random(3)  # noqa: S311
    for number in range(1, 90):
        what = dice.choice(["event", "event", "package"])
        at = datetime.fromtimestamp(UNTIL, UTC) - timedelta(seconds=dice.randrange(56 * 86_400))
        cents = {"event": 1350, "package": 9900}[what]
        placed = order(uuid=f"{number:032}", account_id=AccountId(number), product=SOLD[what], created_at=at)
        container.billing.kept_orders().place(placed)
        _write(container, placed.id, cents, at, failed=number % 10 == 0)
        if number % 10:
            scene.sales.append(Sale(at, what, charged=cents))
        for every, movement in ((7, Movement.REFUND), (11, Movement.DISPUTE), (22, Movement.DISPUTE_WON)):
            if number % every == 0 and number % 10:
                later = at + timedelta(hours=3)
                _write(container, placed.id, cents, later, movement)
                back = -cents if movement is Movement.DISPUTE_WON else cents
                scene.sales.append(Sale(later, what, back=back))


def _write(
    container: Any,
    order_id: int,
    cents: int,
    at: datetime,
    movement: Movement = Movement.CHARGE,
    *,
    failed: bool = False,
) -> None:
    came = movement in (Movement.CHARGE, Movement.DISPUTE_WON)
    status = OrderStatus.PAID if came else OrderStatus.REFUNDED
    container.billing.ledger().write(
        line(
            order_id,
            movement=movement,
            status=OrderStatus.FAILED if failed else status,
            amount=Money(cents, "USD"),
            ref=f"{movement.value}_{order_id}",
            at=at,
        )
    )


def _lines(scene: Scene) -> Iterator[bytes]:
    """Every visit, and what cannot be kept."""
    for visit in scene.visits:
        yield from lines_of(visit, PROFILE)
    bodies: Mapping[str, bytes] = {
        "not_json": b"{",
        "unknown_profile": b'{"profile": "nobody", "session_uuid": "0123456789", "event": "visit_page"}',
        "no_thing": b'{"profile": "%s", "session_uuid": "0123456789", "video_view_uuid": "0123456789"}'
        % PROFILE.encode(),
    }
    for reason in Counter(DROPPED).elements():
        call = Call.VIDEO if reason == "no_thing" else Call.EVENT
        yield line_of(call, (UNTIL - 86_400) * 1000, "US", AGENTS["phone"], bodies[reason])


def part_of(show: Show, name: str) -> Part:
    """A game that is there has its beginning."""
    if show.kind != "event" or not show.starts_at:
        return (str(show.id), show.id, name)
    begun = datetime.fromtimestamp(show.starts_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return (str(show.id), show.id, name, begun)
