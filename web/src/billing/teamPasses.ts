import type { OfferLine, Package, Team } from './model'
import { findOfferLine, isForTeam } from './offers'

/** A team pass for one team that it is on sale for. */
export interface TeamPass {
  pass: Package
  team: Team
  /** Whether the viewer already has the pass, or an offer that covers it. */
  isHeld: boolean
}

/** Return all teams of all team passes on sale to this viewer, grouped by pass. */
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

/** Return at most `limit` team passes, from as many passes and teams as possible. */
export function sampleTeamPasses(passes: readonly TeamPass[], limit: number): TeamPass[] {
  const groups = [...Map.groupBy(passes, ({ pass }) => pass.id).values()]
  const longestGroup = Math.max(0, ...groups.map(group => group.length))
  const mixed = Array.from({ length: longestGroup }, (_, round) =>
    groups.flatMap((group, offset) =>
      round < group.length ? (group[(round + offset) % group.length] ?? []) : [],
    ),
  )
  return mixed.flat().slice(0, limit)
}
