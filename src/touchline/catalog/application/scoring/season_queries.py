"""Seasons of teams and schools, games between two teams, and standings.

They are the same for every viewer: only events that lists show to everybody count.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from touchline.catalog.application.request_context import RequestContext, RequestContextFactory
from touchline.catalog.application.scoring.season_serializer import SeasonSerializer
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter, FollowedIds, ParticipantFilter, Period
from touchline.catalog.domain.scoring.season import (
    EventsBySide,
    SideGame,
    TeamResult,
    count_results,
    find_streak,
    get_season,
    get_season_start,
    list_games,
    list_results,
    select_meetings,
    without_children,
)
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.standings import Standing, rank_teams
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.events.taxonomy import Taxonomy
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import CategoryId, GroupId, ParticipantId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal
from touchline.shared.strings.folding import fold_text

NO_LIMIT = 1_000_000
SHOWN_GAMES = 5
SHOWN_MEETINGS = 10


class SeasonQueries:
    """Queries of the current season. Each sends a fixed number of statements, however many games there
    are.
    """

    def __init__(self, events: Events, taxonomy: Taxonomy, contexts: RequestContextFactory) -> None:
        self._events = events
        self._taxonomy = taxonomy
        self._contexts = contexts

    def show_team(self, principal: Principal, team_id: ParticipantId) -> JsonObject:
        """Return the season of a team. Raises `NotFoundError`."""
        context, team = self._contexts.create(principal), self._get_team(team_id)
        sport = _find_sport(team, context)
        serializer, season = SeasonSerializer(context, sport), _get_season(context)
        games = list_games(team, self._list_events(_filter_team(team, season), context))
        results = list_results(games, sport, context.now)
        return {
            "team": serializer.serialize_team(team),
            **_serialize_period(context),
            "record": serializer.serialize_record(count_results(results, sport)),
            "streak": serializer.serialize_streak(find_streak(results)),
            "results": _serialize_results(results, serializer, SHOWN_GAMES),
            "next_games": [
                serializer.serialize_game(game) for game in _list_next_games(games, context)[:SHOWN_GAMES]
            ],
            "opponents": _serialize_opponents(results, sport, serializer),
        }

    def show_head_to_head(
        self, principal: Principal, team_id: ParticipantId, other_id: ParticipantId
    ) -> JsonObject:
        """Return the games of a team against another one, in this season and in all. Raises
        `NotFoundError`.
        """
        context, team, other = (
            self._contexts.create(principal),
            self._get_team(team_id),
            self._get_team(other_id),
        )
        sport = _find_sport(team, context)
        serializer, season = SeasonSerializer(context, sport), _get_season(context)
        events = self._list_events(_filter_team(team, Period()), context)
        meetings = select_meetings(list_games(team, events), other)
        results = list_results(meetings, sport, context.now)
        in_season = [result for result in results if _is_in_period(result.game.event, season)]
        return {
            "team": serializer.serialize_team(team),
            "opponent": serializer.serialize_team(other),
            **_serialize_period(context),
            "season_record": serializer.serialize_record(count_results(in_season, sport)),
            "record": serializer.serialize_record(count_results(results, sport)),
            "results": _serialize_results(results, serializer, SHOWN_MEETINGS),
            "next_games": [
                serializer.serialize_game(game) for game in _list_next_games(meetings, context)[:SHOWN_GAMES]
            ],
        }

    def show_group(self, principal: Principal, group_id: GroupId) -> JsonObject:
        """Return the season of each team of a school, and of each co-op that one of them is part of.

        Each game counts once, for the team that has played it. A team that only stands for others is left
        out. Raises `NotFoundError`.
        """
        context = self._contexts.create(principal)
        group = next((group for group in self._taxonomy.list_groups() if group.id == group_id), None)
        if group is None:
            raise NotFoundError()
        season = _get_season(context)
        teams = self._taxonomy.list_group_teams(group_id)
        followed = FollowedIds(participant_ids=frozenset(team.id for team in teams))
        events = EventsBySide(self._list_events(EventFilter(followed=followed, period=season), context))
        return {
            "group": context.serializer.serialize_group(group),
            **_serialize_period(context),
            "teams": [
                self._serialize_group_team(team, without_children(team), events, context)
                for team in teams
                if not team.children or events.list_for(without_children(team))
            ],
        }

    def show_standings(self, principal: Principal, category_id: CategoryId) -> JsonObject:
        """Return the standings of a category. Raises `NotFoundError`."""
        context, categories = self._contexts.create(principal), self._taxonomy.list_categories()
        category = next((category for category in categories if category.id == category_id), None)
        if category is None:
            raise NotFoundError()
        sport = context.serializer.sports.find(category.sport)
        serializer, season = SeasonSerializer(context, sport), _get_season(context)
        every_team = PageRequest(NO_LIMIT, 0, "name")
        teams = self._taxonomy.list_participants(ParticipantFilter(category_id=category_id), every_team)
        events = self._list_events(EventFilter(category_id=category_id, period=season), context)
        return {
            "category": context.serializer.serialize_category(category),
            **_serialize_period(context),
            "has_points": sport is not None and sport.standings is not None,
            "has_ties": sport is None or sport.can_tie,
            "has_overtime_losses": sport is not None and sport.counts_overtime_losses,
            "rows": [
                serializer.serialize_standing(standing)
                for standing in _order_standings(rank_teams(teams.items, events, sport, context.now), context)
            ],
        }

    def _serialize_group_team(
        self, team: Participant, own: Participant, events: EventsBySide, context: RequestContext
    ) -> JsonObject:
        sport = _find_sport(team, context)
        serializer, games = SeasonSerializer(context, sport), list_games(own, events.list_for(own))
        results, next_games = list_results(games, sport, context.now), _list_next_games(games, context)
        return {
            "team": serializer.serialize_team(team),
            "record": serializer.serialize_record(count_results(results, sport)),
            "streak": serializer.serialize_streak(find_streak(results)),
            "next_game": serializer.serialize_game(next_games[0]) if next_games else None,
        }

    def _get_team(self, team_id: ParticipantId) -> Participant:
        team = self._taxonomy.get_participant(team_id)
        if team is None:
            raise NotFoundError()
        return team

    def _list_events(self, event_filter: EventFilter, context: RequestContext) -> Sequence[Event]:
        """Return the events of a filter, oldest first. Lists have public events only."""
        return self._events.list_page(
            event_filter, PageRequest(NO_LIMIT, 0, "event_utc_ts"), context.now
        ).items


def _order_standings(standings: Sequence[Standing], context: RequestContext) -> Sequence[Standing]:
    """Return standings by rank; by name for a caller who hides scores, because the order is a result."""
    if not context.hides_scores:
        return standings
    return sorted(standings, key=lambda standing: fold_text(context.serializer.localize(standing.team.name)))


def _find_sport(team: Participant, context: RequestContext) -> Sport | None:
    """Return the sport of a team, or else of the teams that it stands for."""
    names = (one.sport for one in (team, *team.children))
    return context.serializer.sports.find(next((name for name in names if name), ""))


def _filter_team(team: Participant, period: Period) -> EventFilter:
    return EventFilter(participant_id=team.id, category_id=team.category_id, period=period)


def _get_season(context: RequestContext) -> Period:
    return get_season(context.now, context.channel.zone_info)


def _is_in_period(event: Event, period: Period) -> bool:
    return (period.since is None or event.starts_at >= period.since) and (
        period.before is None or event.starts_at < period.before
    )


def _serialize_period(context: RequestContext) -> JsonObject:
    """Serialize the first and last day of the season."""
    first = get_season_start(context.now.astimezone(context.channel.zone_info).date())
    last = first.replace(year=first.year + 1) - timedelta(days=1)
    return {"start_date": first.isoformat(), "end_date": last.isoformat()}


def _list_next_games(games: Sequence[SideGame], context: RequestContext) -> list[SideGame]:
    """Return the games that are still to come, soonest first."""
    return [
        game
        for game in games
        if game.event.takes_place and game.event.get_status(context.now) is StreamStatus.UPCOMING
    ]


def _serialize_results(
    results: Sequence[TeamResult], serializer: SeasonSerializer, limit: int
) -> list[JsonObject]:
    """Serialize the last results, latest first."""
    return [serializer.serialize_game(result.game, result) for result in reversed(results[-limit:])]


def _serialize_opponents(
    results: Sequence[TeamResult], sport: Sport | None, serializer: SeasonSerializer
) -> list[JsonObject]:
    """Serialize the opponents of the season in the order of the first game, each with the record against
    it.
    """
    by_opponent: dict[ParticipantId, list[TeamResult]] = {}
    for result in results:
        by_opponent.setdefault(result.game.opponent.id, []).append(result)
    return [
        {
            "opponent": serializer.serialize_team(met[0].game.opponent),
            "record": serializer.serialize_record(count_results(met, sport)),
        }
        for met in by_opponent.values()
    ]
