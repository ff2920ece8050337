"""A channel with a season of visits, orders and clips, and the expected figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.spool_lines import format_line
from touchline.billing.domain.checkout.orders import OrderStatus, Product, ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.catalog.tests.samples import build_text
from touchline.clips.domain.clip import ClipDetails, Range
from touchline.clips.tests.samples import build_clip
from touchline.conftest import NOON, SETTINGS, channel_part
from touchline.demo.audience import USER_AGENTS, AudienceSimulation, Visit, WatchItem
from touchline.demo.audience_payloads import build_spool_lines, send_lines
from touchline.demo.tests.expected_reports import DateRange, JsonObject, ReportPart
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId, EventId
from touchline.shared.money import Money
from touchline.shared.tasks.work import WorkState

PROFILE = "prairie-profile"
ZONE = ZoneInfo("America/Chicago")
ENDS_AT = int(NOON.timestamp())
FIRST_DAY = date(2026, 9, 25)
DAYS = DateRange(date(2026, 10, 24), date(2026, 11, 20), ZONE)
"""Includes a day of 25 hours."""
PREVIOUS_DAYS = DateRange(date(2026, 9, 26), date(2026, 10, 23), ZONE)
LIBRARY_ITEM_TITLE = "Élan: the power play"
PRODUCTS = {
    "event": Product(kind=ProductKind.EVENT, id=12, name={"en": "A game", "fr": "Un match"}, package_id=3),
    "package": Product(kind=ProductKind.PACKAGE, id=3, name={"en": "=Season pass"}),
}
CLIP_SAMPLES = (("Goal", 600, 20, 5), ("Save", 1500, 12, 3), ("Bench", 3000, 9, 1))
"""Clips: name, start in seconds, length in seconds, count."""
DROPPED_COUNTS = {"not_json": 2, "unknown_profile": 3, "no_thing": 1}
DEVICE_NAMES = {"phone": "Phone", "tablet": "Tablet", "computer": "Computer", "tv": "TV"}


@dataclass(frozen=True)
class Sale:
    """A charge or a refund, in cents."""

    at: datetime
    product_kind: str
    charged: int = 0
    refunded: int = 0


@dataclass
class AudienceScenario:
    """The created season.

    `parts_by_item` are the report parts that views of an item count for, by dimension. `names` are the items'
    names.
    """

    channel_id: int
    items: list[WatchItem] = field(default_factory=list)
    parts_by_item: dict[WatchItem, dict[str, list[ReportPart]]] = field(default_factory=dict)
    names: dict[tuple[str, int], str] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    sales: list[Sale] = field(default_factory=list)

    def list_parts(self, dimension: str, visit: Visit, watch_item: WatchItem) -> Sequence[ReportPart]:
        """Return the report parts that a view counts for."""
        if dimension == "country":
            return [(visit.country, None, visit.country or "(unknown)")]
        if dimension == "device":
            return [(visit.device, None, DEVICE_NAMES[visit.device])]
        return self.parts_by_item[watch_item].get(dimension, [])

    def add_item(self, watch_item: WatchItem, name: str, **parts: list[ReportPart]) -> None:
        """Add an event, library item or clip that can be watched."""
        report_kind = {"event": "event", "vod": "library"}.get(watch_item.kind)
        self.items.append(watch_item)
        self.names[(watch_item.kind, watch_item.id)] = name
        self.parts_by_item[watch_item] = {
            **parts,
            **({report_kind: [build_item_part(watch_item, name)]} if report_kind else {}),
        }

    def build_sales_report(self) -> JsonObject:
        """Return `GET /reports/sales`, computed independently of the server."""
        current = [sale for sale in self.sales if DAYS.contains(int(sale.at.timestamp()))]
        previous = [sale for sale in self.sales if PREVIOUS_DAYS.contains(int(sale.at.timestamp()))]
        by_day: dict[date, list[Sale]] = defaultdict(list)
        for sale in current:
            by_day[DAYS.to_date(int(sale.at.timestamp()))].append(sale)
        days = [{"day": str(day), **sum_sales(by_day[day])} for day in DAYS.list_days()]
        rows = [
            {
                "type": kind,
                "id": product.id,
                "name": product.name["en"],
                **sum_sales([sale for sale in current if sale.product_kind == kind]),
            }
            for kind, product in PRODUCTS.items()
        ]
        for day in days:
            del day["net"]
        return {
            "span": DAYS.serialize(),
            "currency": "USD",
            "totals": sum_sales(current),
            "before": sum_sales(previous),
            "days": days,
            "rows": sorted(rows, key=lambda row: -float(row["net"])),
        }


def sum_sales(sales: Iterable[Sale]) -> dict[str, Any]:
    """Return the number of orders and the amounts, computed independently."""
    counted = list(sales)
    charged, refunded = sum(sale.charged for sale in counted), sum(sale.refunded for sale in counted)
    return {
        "orders": sum(sale.charged > 0 for sale in counted),
        "gross": f"{charged / 100:.2f}",
        "refunds": f"{refunded / 100:.2f}",
        "net": f"{(charged - refunded) / 100:.2f}",
    }


def build_channel_part() -> dict[str, Any]:
    """Return the channel part of a pack, with an analytics key."""
    part: dict[str, Any] = channel_part("prairie")["channel"]
    return {**part, "settings": {**SETTINGS, "analytics_key": PROFILE}}


def build_scenario(application: Application, channel_id: int) -> AudienceScenario:
    """Create the whole scenario, and send its visits through the product's own ingest endpoint."""
    scenario = AudienceScenario(channel_id)
    container: Any = application.container
    with container.database().transaction(channel_id):
        _add_items(container, scenario)
        _add_clips(container, scenario)
        _add_orders(container, scenario)
    scenario.visits = list(
        AudienceSimulation(scenario.items, ZONE, FIRST_DAY, ENDS_AT, visits_per_day=4).generate_visits()
    )
    analytics = container.analytics
    send_lines(_build_lines(scenario), analytics.spool().append, analytics.drain().drain_own_files)
    return scenario


def _add_items(container: Any, scenario: AudienceScenario) -> None:
    """Add the watch items.

    These are games of four teams of two schools, one game within a school, and one without teams. There is
    also a library item, a clip, and a game that the channel never had.
    """
    teams = ("harlan-falls-hockey", "cedar-ridge-hockey", "harlan-falls-soccer", "cedar-ridge-soccer")
    games = {
        f"game-{number}": event_entry(
            f"game-{number}",
            NOON - timedelta(days=4 * number, hours=-number if number else 1),
            "soccer" if number % 3 == 1 else "hockey",
        )
        for number in range(14)
    }
    games["derby"] = event_entry("derby", NOON - timedelta(days=11), away=teams[2], home=teams[0])
    games["talk"] = event_entry(
        "talk",
        NOON - timedelta(days=9),
        away=None,
        home=None,
        name=build_text("A talk"),
        category="girls-soccer",
    )
    catalog = container.catalog.facade()
    catalog.apply_pack(pack_part(events=list(games.values())))
    ids = {kind: catalog.list_ids_by_key(kind) for kind in ("event", "participant", "group", "category")}
    for key, game in games.items():
        sides = [side for side in (game["away"], game["home"]) if side]
        schools = dict.fromkeys(side.rsplit("-", 1)[0] for side in sides)
        sport = {"boys-hockey": "Boys hockey", "girls-soccer": "Girls soccer"}[game["category"]]
        name = " @ ".join(_get_school_name(side) for side in sides) or "A talk"
        scenario.add_item(
            WatchItem("event", ids["event"][key], int(game["starts"].timestamp()), game["duration"]),
            f"{name} ({_format_start(game)})",
            team=[
                _build_part(ids["participant"][side], _get_team_name(side)) for side in add_co_op_team(sides)
            ],
            school=[_build_part(ids["group"][school], _get_school_name(school)) for school in schools],
            sport=[_build_part(ids["category"][game["category"]], sport)],
        )
    list_library = container.catalog.library_items().list_page
    scenario.add_item(WatchItem("vod", _find_library_item(list_library), 0, 600), LIBRARY_ITEM_TITLE)
    scenario.add_item(WatchItem("clip", 5, 0, 30), "(a clip)")
    scenario.add_item(WatchItem("event", 900_001, 0, 3600), "(removed)")


def _find_library_item(list_page: Any) -> int:
    from touchline.catalog.domain.filters import LibraryFilter
    from touchline.shared.paging import PageRequest

    library_items = list_page(LibraryFilter(), PageRequest(limit=10)).items
    return next(int(item.id) for item in library_items if item.title["en"] == LIBRARY_ITEM_TITLE)


def _build_part(number: int, name: str) -> ReportPart:
    return str(number), number, name


def add_co_op_team(sides: Sequence[str]) -> list[str]:
    """Add the combined team that includes the hockey players of Cedar Ridge."""
    return [*sides, *(["cedar-ridge-teams"] if "cedar-ridge-hockey" in sides else [])]


def _format_start(game: dict[str, Any]) -> str:
    """Format the start as in `Oct 24, 2026, 9:00 PM`, in the game's zone, with CLDR's narrow space."""
    local = game["starts"].astimezone(ZoneInfo("America/Toronto") if game["location"] == "field" else ZONE)
    return f"{local:%b} {local.day}, {local.year}, {local:%I:%M}".replace(" 0", " ") + f"\u202f{local:%p}"


def _get_school_name(key: str) -> str:
    return "Harlan Falls" if key.startswith("harlan") else "Cedar Ridge"


def _get_team_name(key: str) -> str:
    """Return the team's full name. Both schools have a team of that name in both sports."""
    if key == "cedar-ridge-teams":
        return "Cedar Ridge teams"
    return f"{_get_school_name(key)} ({'Boys hockey' if key.endswith('hockey') else 'Girls soccer'})"


def _add_clips(container: Any, scenario: AudienceScenario) -> None:
    """Add clips of the fourth game. A clip that failed does not count."""
    clips, number = container.clips.clips(), 0
    for name, second, length, count in (*CLIP_SAMPLES, ("Broken", 600, 20, 9)):
        for _ in range(count):
            number += 1
            state = WorkState.FAILED if name == "Broken" else WorkState.READY
            created = build_clip(
                account_id=AccountId(number),
                event_id=EventId(scenario.items[3].id),
                uuid=UUID(int=number),
                details=ClipDetails(name, ("Save",)),
                range=Range(second * 1000, length * 1000),
                folder=f"clips/{number}",
            )
            created.state = state
            clips.add(created)


def _add_orders(container: Any, scenario: AudienceScenario) -> None:
    """Add orders of the whole season: some refunded, some declined, one dispute lost and one won."""
    rng = Random(3)  # noqa: S311
    for number in range(1, 90):
        product_kind = rng.choice(["event", "event", "package"])
        at = datetime.fromtimestamp(ENDS_AT, UTC) - timedelta(seconds=rng.randrange(56 * 86_400))
        cents = {"event": 1350, "package": 9900}[product_kind]
        order = build_order(
            uuid=f"{number:032}", account_id=AccountId(number), product=PRODUCTS[product_kind], created_at=at
        )
        container.billing.orders().add(order)
        _write_transaction(container, order.id, cents, at, failed=number % 10 == 0)
        if number % 10:
            scenario.sales.append(Sale(at, product_kind, charged=cents))
        for every, movement in ((7, Movement.REFUND), (11, Movement.DISPUTE), (22, Movement.DISPUTE_WON)):
            if number % every == 0 and number % 10:
                later = at + timedelta(hours=3)
                _write_transaction(container, order.id, cents, later, movement)
                refunded = -cents if movement is Movement.DISPUTE_WON else cents
                scenario.sales.append(Sale(later, product_kind, refunded=refunded))


def _write_transaction(
    container: Any,
    order_id: int,
    cents: int,
    at: datetime,
    movement: Movement = Movement.CHARGE,
    *,
    failed: bool = False,
) -> None:
    is_incoming = movement in (Movement.CHARGE, Movement.DISPUTE_WON)
    status = OrderStatus.PAID if is_incoming else OrderStatus.REFUNDED
    container.billing.ledger().add(
        build_transaction(
            order_id,
            movement=movement,
            status=OrderStatus.FAILED if failed else status,
            amount=Money(cents, "USD"),
            ref=f"{movement.value}_{order_id}",
            at=at,
        )
    )


def _build_lines(scenario: AudienceScenario) -> Iterator[bytes]:
    """Yield every visit, and lines that cannot be stored."""
    for visit in scenario.visits:
        yield from build_spool_lines(visit, PROFILE)
    bodies: Mapping[str, bytes] = {
        "not_json": b"{",
        "unknown_profile": b'{"profile": "nobody", "session_uuid": "0123456789", "event": "visit_page"}',
        "no_thing": b'{"profile": "%s", "session_uuid": "0123456789", "video_view_uuid": "0123456789"}'
        % PROFILE.encode(),
    }
    for reason in Counter(DROPPED_COUNTS).elements():
        beacon_type = BeaconType.VIDEO if reason == "no_thing" else BeaconType.EVENT
        yield format_line(beacon_type, (ENDS_AT - 86_400) * 1000, "US", USER_AGENTS["phone"], bodies[reason])


def build_item_part(watch_item: WatchItem, name: str) -> ReportPart:
    """Return the report part of an item. An existing game includes its start."""
    if watch_item.kind != "event" or not watch_item.starts_at:
        return (str(watch_item.id), watch_item.id, name)
    started = datetime.fromtimestamp(watch_item.starts_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return (str(watch_item.id), watch_item.id, name, started)
