import type { OfferLine, Package, Team } from './model'
import { isForTeam, lineOf } from './offers'

/** A team pass for one of the teams it is on sale for. */
export interface TeamPass {
  pass: Package
  team: Team
  /** The viewer has it already, or something that covers it. */
  held: boolean
}

/** Every team of every team pass that the server sells to this viewer, pass after pass. */
export const teamPassesOf = (
  packages: readonly Package[],
  teams: readonly Team[],
  lines: readonly OfferLine[],
): TeamPass[] =>
  packages.filter(isForTeam).flatMap(pass =>
    teams.flatMap(team => {
      const line = lineOf(lines, pass, team)
      return line ? [{ pass, team, held: line.held }] : []
    }),
  )

/** A few of them, of as many passes and as many teams as can be: what there is, at a glance. */
export function sampleOf(passes: readonly TeamPass[], most: number): TeamPass[] {
  const groups = [...Map.groupBy(passes, ({ pass }) => pass.id).values()]
  const longest = Math.max(0, ...groups.map(group => group.length))
  const mixed = Array.from({ length: longest }, (_, round) =>
    groups.flatMap((group, place) =>
      round < group.length ? (group[(round + place) % group.length] ?? []) : [],
    ),
  )
  return mixed.flat().slice(0, most)
}
