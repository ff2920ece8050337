import { aTeam, HOCKEY } from './fakes'
import type { GroupSeason, SeasonGame, SeasonRecord, Standing, Standings, TeamSeason } from './seasonApi'

const SEASON = { start_date: '2026-08-01', end_date: '2027-07-31' }

/** Return a record of 2 wins, 1 loss and 1 overtime loss. Tests change the fields that they need. */
export const aRecord = (changes: Partial<SeasonRecord> = {}): SeasonRecord => ({
  played: 4,
  won: 2,
  lost: 1,
  tied: 0,
  overtime_losses: 1,
  points: 5,
  win_share: 0.5,
  scored: 11,
  allowed: 8,
  text: '2–1–0–1',
  ...changes,
})

/** Return a home game that was won. */
export const aSeasonGame = (id: number, changes: Partial<SeasonGame> = {}): SeasonGame => ({
  event_id: id,
  name: 'Team 2 @ Team 1',
  label: '',
  event_utc_ts: 1_795_300_000,
  is_time_known: true,
  time_zone: 'America/Chicago',
  is_home: true,
  is_neutral_site: false,
  opponent: aTeam(2),
  outcome: 'won',
  text: '5–4 (OT)',
  ...changes,
})

/** Return the season of a team with one result. */
export const aTeamSeason = (id: number, changes: Partial<TeamSeason> = {}): TeamSeason => ({
  ...SEASON,
  team: aTeam(id),
  record: aRecord(),
  streak: { outcome: 'won', count: 2, text: 'W2' },
  results: [aSeasonGame(12)],
  next_games: [],
  opponents: [],
  ...changes,
})

/** Return the season of a school with one team. */
export const aGroupSeason = (changes: Partial<GroupSeason> = {}): GroupSeason => ({
  ...SEASON,
  group: { id: 5, name: 'Cedar Ridge' },
  teams: [
    { team: aTeam(9), record: aRecord(), streak: { outcome: 'lost', count: 1, text: 'L1' }, next_game: null },
  ],
  ...changes,
})

/** Return a team's row in standings. */
export const aStanding = (id: number, changes: Partial<Standing> = {}): Standing => ({
  rank: id,
  team: aTeam(id),
  record: aRecord(),
  streak: { outcome: 'won', count: 2, text: 'W2' },
  ...changes,
})

/** Return the standings of boys’ hockey with two teams. */
export const aStandings = (changes: Partial<Standings> = {}): Standings => ({
  ...SEASON,
  category: { id: HOCKEY.id, name: HOCKEY.name },
  has_points: true,
  has_ties: true,
  has_overtime_losses: true,
  rows: [aStanding(1), aStanding(2, { rank: null, record: null, streak: null })],
  ...changes,
})
