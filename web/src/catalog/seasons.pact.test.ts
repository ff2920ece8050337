import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { type State, sessionAt } from '@/shared/testing/pact'
import { SeasonApi } from './seasonApi'
import { givenRequest, team } from './testing/pact'

const { atLeastOneLike, boolean, integer, like, nullValue, regex, string } = MatchersV3

const SEASON: State = ['a season', { team_id: 21, opponent_id: 22, group_id: 23, category_id: 24 }]
const outcome = regex('^(won|lost|tied)$', 'won')
const days = { start_date: string('2026-08-01'), end_date: string('2027-07-31') }
const record = {
  played: integer(1),
  won: integer(1),
  lost: integer(0),
  tied: integer(0),
  overtime_losses: integer(0),
  points: integer(2),
  win_share: like(1),
  scored: integer(3),
  allowed: integer(2),
  text: string('1–0'),
}
const streak = { outcome, count: integer(1), text: string('W1') }
const game = {
  event_id: integer(12),
  name: string('Harlan Falls @ Cedar Ridge'),
  label: string(''),
  event_utc_ts: integer(1_795_315_200),
  is_time_known: boolean(true),
  time_zone: string('America/Chicago'),
  is_home: boolean(true),
  is_neutral_site: boolean(false),
  opponent: like(team),
}
const result = { ...game, outcome, text: string('3–2') }
const nextGame = { ...game, outcome: nullValue(), text: nullValue() }
const apiAt = (host: string) => new SeasonApi(sessionAt(host))

describe('the season', () => {
  it('of a team has its record, streak, results, next games and opponents', async () => {
    await givenRequest('a request for the season of a team', '/api/participants/21/season', {}, SEASON)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...days,
            team: like(team),
            record,
            streak,
            results: atLeastOneLike(result, 1),
            next_games: atLeastOneLike(nextGame, 1),
            opponents: atLeastOneLike({ opponent: like(team), record }, 1),
          },
        }),
      )
      .executeTest(async server => {
        const season = await apiAt(server.url).team(21)
        expect(season.record?.text).toBe('1–0')
        expect(season.results[0]?.text).toBe('3–2')
        expect(season.next_games[0]?.outcome).toBeNull()
      })
  })

  it('of a school has a row for each of its teams', async () => {
    await givenRequest(
      'a request for the season of a school',
      '/api/participant-groups/23/season',
      {},
      SEASON,
    )
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...days,
            group: { id: integer(23), name: string('Cedar Ridge') },
            teams: atLeastOneLike({ team: like(team), record, streak, next_game: like(nextGame) }, 1),
          },
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).group(23)).teams[0]?.streak?.text).toBe('W1')
      })
  })

  it('of a category has its standings', async () => {
    await givenRequest('a request for standings', '/api/events-categories/24/standings', {}, SEASON)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...days,
            category: { id: integer(24), name: string('Boys hockey') },
            has_points: boolean(true),
            has_ties: boolean(true),
            has_overtime_losses: boolean(true),
            rows: atLeastOneLike({ rank: integer(1), team: like(team), record, streak }, 2),
          },
        }),
      )
      .executeTest(async server => {
        const standings = await apiAt(server.url).standings(24)
        expect(standings.rows[0]?.rank).toBe(1)
      })
  })
})
