import type { OfferLine, Package, Team } from './model'
import { findOfferLine, isForTeam } from './offers'

/** A team pass for one of the teams it is on sale for. */
export interface TeamPass {
  pass: Package
  team: Team
  /** The viewer has it already, or something that covers it. */
  isHeld: boolean
}

/** Every team of every team pass that the server sells to this viewer, pass after pass. */
export const listTeamPasses = (
  packages: readonly Package[],
  teams: readonly Team[],
  lines: readonly OfferLine[],
): TeamPass[] =>
  packages.filter(isForTeam).flatMap(pass =>
    teams.flatMap(team => {
      const line = findOfferLine(lines, pass, team)
      return line ? [{ pass, team, isHeld: line.held }] : []
    }),
  )

/** A few of them, of as many passes and as many teams as can be: what there is, at a glance. */
export function sampleTeamPasses(passes: readonly TeamPass[], most: number): TeamPass[] {
  const groups = [...Map.groupBy(passes, ({ pass }) => pass.id).values()]
  const longest = Math.max(0, ...groups.map(group => group.length))
  const mixed = Array.from({ length: longest }, (_, round) =>
    groups.flatMap((group, place) =>
      round < group.length ? (group[(round + place) % group.length] ?? []) : [],
    ),
  )
  return mixed.flat().slice(0, most)
}
