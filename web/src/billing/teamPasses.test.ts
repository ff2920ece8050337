import { describe, expect, it } from 'vitest'
import { aLine, aPackage, aTeam } from './fakes'
import { sampleOf, teamPassesOf } from './teamPasses'

const teamPass = (id: number, category: number) =>
  aPackage(id, { type: 'team', is_team_pass: true, event_categories: [category] })
const packages = [teamPass(5, 1), aPackage(3), teamPass(6, 2)]
const teams = [1, 2].flatMap(category =>
  [1, 2, 3].map(team => aTeam(category * 10 + team, { event_category_id: category })),
)

const lines = [11, 12, 13, 21, 22, 23].map(team =>
  aLine({ id: team < 20 ? 5 : 6, participant_id: team, held: team === 12 }),
)

const names = (passes: ReturnType<typeof sampleOf>) => passes.map(({ pass, team }) => `${pass.id}:${team.id}`)

describe('team passes', () => {
  it('are one for each team that the server sells a pass for, and none of a season', () => {
    expect(names(teamPassesOf(packages, teams, lines))).toEqual([
      '5:11',
      '5:12',
      '5:13',
      '6:21',
      '6:22',
      '6:23',
    ])
    expect(names(teamPassesOf(packages, teams, lines.slice(1, 4)))).toEqual(['5:12', '5:13', '6:21'])
  })

  it('are held for the team that the server names', () => {
    expect(names(teamPassesOf(packages, teams, lines).filter(({ held }) => held))).toEqual(['5:12'])
  })

  it('are at a glance of different passes and different places, none of them twice', () => {
    const passes = teamPassesOf(packages, teams, lines)
    expect(names(sampleOf(passes, 3))).toEqual(['5:11', '6:22', '5:12'])
    expect(new Set(names(sampleOf(passes, 9))).size).toBe(6)
    expect(sampleOf([], 6)).toEqual([])
  })
})
