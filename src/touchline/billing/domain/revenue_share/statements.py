"""The statements of a month: a pure function of ledger lines, games, minutes watched and rules.

The parts of all parties and of the channel add up to the net revenue of the ledger, to the cent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from touchline.billing.domain.bundles.bundle_items import BundleItem
from touchline.billing.domain.revenue_share.apportionment import apportion
from touchline.billing.domain.revenue_share.rules import (
    WHOLE,
    Party,
    ShareBasis,
    ShareRule,
    find_rules,
    get_channel_key,
)

_CHANNEL = ""
"""The key of the channel's own part. No party has an empty key."""


@dataclass(frozen=True, slots=True)
class SaleScope:
    """What was sold: one game (`event_id`), or a pass for categories (none: all) and, if set, for a team.

    `bundle` are the other channels that it opens.
    """

    product: str
    product_id: int
    event_id: int | None = None
    category_ids: tuple[int, ...] = ()
    participant_id: int | None = None
    bundle: tuple[BundleItem, ...] = ()


@dataclass(frozen=True, slots=True)
class ShareLine:
    """The money of one ledger line or of several together, signed, in minor units.

    `month` is the month whose rules apply: the month of the purchase, or of the renewal.
    """

    scope: SaleScope
    month: str
    currency: str
    charges: int = 0
    refunds: int = 0
    disputes: int = 0
    taxes: int = 0
    fees: int = 0

    @property
    def net(self) -> int:
        """What is left after refunds, disputes, taxes and the provider's fees."""
        return self.charges + self.refunds + self.disputes + self.taxes + self.fees


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its teams and schools, and the seconds that viewers watched of it in the month.

    `in_pass`: passes cover it. `in_month`: it starts in the month.
    """

    id: int
    participant_ids: tuple[int, ...]
    group_ids: tuple[int, ...] = ()
    category_id: int | None = None
    seconds: int = 0
    in_pass: bool = True
    in_month: bool = True


@dataclass(frozen=True, kw_only=True)
class StatementLine:
    """A party's share of the net revenue of one product, in minor units."""

    basis: ShareBasis
    product: str
    product_id: int
    rule_month: str
    basis_points: int
    net: int
    share: int


@dataclass(frozen=True, kw_only=True)
class PartyStatement:
    """What a party gets for a month in one currency. `carried` is the debt from before, 0 or less."""

    party: Party
    lines: Sequence[StatementLine]
    carried: int

    @property
    def earned(self) -> int:
        """The sum of the lines."""
        return sum(line.share for line in self.lines)

    @property
    def payable(self) -> int:
        """What is paid out: never less than 0."""
        return max(0, self.earned + self.carried)

    @property
    def carry_over(self) -> int:
        """The debt that the next month begins with, 0 or less."""
        return min(0, self.earned + self.carried)


@dataclass(frozen=True, kw_only=True)
class CurrencyStatements:
    """All statements of a month in one currency. `total` has the sums of the ledger."""

    currency: str
    total: ShareLine
    parties: Sequence[PartyStatement] = field(default_factory=tuple)

    @property
    def channel_share(self) -> int:
        """What stays with the channel."""
        return self.total.net - sum(statement.earned for statement in self.parties)


def build_statements(
    month: str,
    lines: Iterable[ShareLine],
    games: Sequence[Game],
    parties: Sequence[Party],
    rules: Collection[ShareRule],
    carried: Mapping[tuple[str, str], int],
) -> list[CurrencyStatements]:
    """Return the statements of a month, by currency.

    `carried` is what each party owes from the month before, by party and currency. A game's net revenue goes
    to the parties whose game it is. The net revenue of a pass is divided among the games that it covers, by
    the seconds watched of each in the month; without any, by the number of games in the month. What no rule
    covers stays with the channel. If the shares of a game exceed 100 %, they are reduced in proportion.
    The partner channels of a bundle get their shares first, and the rules divide the rest.
    """
    totals = add_lines(lines)
    games_by_id = {game.id: game for game in games}
    statement_lines: dict[tuple[str, str], list[StatementLine]] = defaultdict(list)
    for line in totals:
        bundled = list(divide_bundle(line))
        rest = line.net - sum(statement_line.share for _, statement_line in bundled)
        divided = _divide(line, rest, games_by_id, games, parties, rules)
        for party_key, statement_line in (*bundled, *divided):
            statement_lines[line.currency, party_key].append(statement_line)
    for rule in find_rules(rules, month).values():
        if rule.basis is ShareBasis.FIXED and rule.amount:
            statement_lines[rule.currency, rule.party].append(_build_fixed_line(rule))
    currencies = sorted({line.currency for line in totals} | {key[0] for key in statement_lines}
                        | {currency for (_, currency), debt in carried.items() if debt})  # fmt: skip
    return [
        CurrencyStatements(
            currency=currency,
            total=_sum_lines(currency, month, [line for line in totals if line.currency == currency]),
            parties=[
                PartyStatement(
                    party=party,
                    lines=statement_lines.get((currency, party.key), []),
                    carried=carried.get((party.key, currency), 0),
                )
                for party in parties
                if (currency, party.key) in statement_lines or carried.get((party.key, currency), 0)
            ],
        )
        for currency in currencies
    ]


def add_lines(lines: Iterable[ShareLine]) -> list[ShareLine]:
    """Return the sums of the lines with the same product, month and currency, in a fixed order."""
    sums: dict[tuple[SaleScope, str, str], list[int]] = {}
    for line in lines:
        amounts = (line.charges, line.refunds, line.disputes, line.taxes, line.fees)
        key = (line.scope, line.month, line.currency)
        known = sums.get(key)
        sums[key] = [a + b for a, b in zip(known, amounts, strict=True)] if known else list(amounts)
    added = [ShareLine(*key, *amounts) for key, amounts in sums.items()]
    return sorted(
        added,
        key=lambda line: (
            line.currency,
            line.scope.product,
            line.scope.product_id,
            line.month,
            line.scope.category_ids,
            line.scope.participant_id or 0,
            line.scope.bundle,
        ),
    )


def divide_bundle(line: ShareLine) -> Iterable[tuple[str, StatementLine]]:
    """Return the shares of the partner channels that an order opens, by the key of their party.

    The shares are those that were agreed when the order was placed. More than 100 % is reduced in proportion.
    """
    points = {get_channel_key(item.channel_id): item.basis_points for item in line.scope.bundle}
    granted = max(WHOLE, sum(points.values()))
    weights = {**points, _CHANNEL: granted - sum(points.values())}
    if not line.net or not any(points.values()):
        return
    for key, share in apportion(line.net, weights).items():
        if key != _CHANNEL and points[key]:
            yield (
                key,
                StatementLine(
                    basis=ShareBasis.BUNDLE,
                    product=line.scope.product,
                    product_id=line.scope.product_id,
                    rule_month=line.month,
                    basis_points=points[key],
                    net=line.net,
                    share=share,
                ),
            )


def _divide(
    line: ShareLine,
    net: int,
    games_by_id: Mapping[int, Game],
    games: Sequence[Game],
    parties: Sequence[Party],
    rules: Collection[ShareRule],
) -> Iterable[tuple[str, StatementLine]]:
    event_id = line.scope.event_id
    basis = ShareBasis.EVENTS if event_id is not None else ShareBasis.PASSES
    effective = find_rules(rules, line.month)
    points = {
        party.key: rule.basis_points
        for party in parties
        if (rule := effective.get((party.key, basis))) and rule.basis_points
    }
    if event_id is not None:
        sold = games_by_id.get(event_id, Game(event_id, ()))
        weighted_games = {sold: 1}
    else:
        weighted_games = _weigh_games(line.scope, games)
    weights: dict[str, int] = dict.fromkeys((*points, _CHANNEL), 0)
    for game, weight in weighted_games.items():
        owners = [party for party in parties if party.key in points and _owns(party, game)]
        granted = max(WHOLE, sum(points[party.key] for party in owners))
        parts = {party.key: points[party.key] * WHOLE // granted for party in owners}
        for key, part in parts.items():
            weights[key] += weight * part
        weights[_CHANNEL] += weight * max(0, WHOLE - sum(points[party.key] for party in owners))
    if not net or not any(weights.values()):
        return
    for key, share in apportion(net, weights).items():
        if key != _CHANNEL and weights[key]:
            rule = effective[key, basis]
            yield (
                key,
                StatementLine(
                    basis=basis,
                    product=line.scope.product,
                    product_id=line.scope.product_id,
                    rule_month=rule.month,
                    basis_points=rule.basis_points,
                    net=net,
                    share=share,
                ),
            )


def _weigh_games(scope: SaleScope, games: Sequence[Game]) -> dict[Game, int]:
    """Return the games that a pass covers, with the seconds watched, or 1 each if nothing was watched."""
    covered = [
        game
        for game in games
        if game.in_pass
        and (not scope.category_ids or game.category_id in scope.category_ids)
        and scope.participant_id in (None, *game.participant_ids)
    ]
    watched = {game: game.seconds for game in covered if game.seconds > 0}
    return watched or {game: 1 for game in covered if game.in_month}


def _owns(party: Party, game: Game) -> bool:
    if party.group_id is not None and party.group_id not in game.group_ids:
        return False
    return party.participant_id is None or party.participant_id in game.participant_ids


def _build_fixed_line(rule: ShareRule) -> StatementLine:
    return StatementLine(
        basis=ShareBasis.FIXED,
        product="",
        product_id=0,
        rule_month=rule.month,
        basis_points=0,
        net=0,
        share=rule.amount,
    )


def _sum_lines(currency: str, month: str, lines: Iterable[ShareLine]) -> ShareLine:
    added = add_lines(
        ShareLine(SaleScope("", 0), month, currency, *_get_amounts(line)) for line in lines
    )  # fmt: skip
    return added[0] if added else ShareLine(SaleScope("", 0), month, currency)


def _get_amounts(line: ShareLine) -> tuple[int, int, int, int, int]:
    return line.charges, line.refunds, line.disputes, line.taxes, line.fees
