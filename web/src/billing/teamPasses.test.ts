import { describe, expect, it } from 'vitest'
import { anOfferLine, aPackage, aTeam } from './fakes'
import { listTeamPasses, sampleTeamPasses } from './teamPasses'

const teamPass = (id: number, category: number) =>
  aPackage(id, { type: 'team', is_team_pass: true, event_categories: [category] })
const packages = [teamPass(5, 1), aPackage(3), teamPass(6, 2)]
const teams = [1, 2].flatMap(category =>
  [1, 2, 3].map(team => aTeam(category * 10 + team, { event_category_id: category })),
)

const lines = [11, 12, 13, 21, 22, 23].map(team =>
  anOfferLine({ id: team < 20 ? 5 : 6, participant_id: team, held: team === 12 }),
)

const names = (passes: ReturnType<typeof sampleTeamPasses>) =>
  passes.map(({ pass, team }) => `${pass.id}:${team.id}`)

describe('team passes', () => {
  it('have one entry for each team that the server sells a pass for, without season passes', () => {
    expect(names(listTeamPasses(packages, teams, lines))).toEqual([
      '5:11',
      '5:12',
      '5:13',
      '6:21',
      '6:22',
      '6:23',
    ])
    expect(names(listTeamPasses(packages, teams, lines.slice(1, 4)))).toEqual(['5:12', '5:13', '6:21'])
  })

  it('are held for the team that the server returns', () => {
    expect(names(listTeamPasses(packages, teams, lines).filter(({ isHeld: held }) => held))).toEqual(['5:12'])
  })

  it('are sampled across passes and positions without duplicates', () => {
    const passes = listTeamPasses(packages, teams, lines)
    expect(names(sampleTeamPasses(passes, 3))).toEqual(['5:11', '6:22', '5:12'])
    expect(new Set(names(sampleTeamPasses(passes, 9))).size).toBe(6)
    expect(sampleTeamPasses([], 6)).toEqual([])
  })
})
