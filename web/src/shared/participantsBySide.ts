/** Return the two teams of a game, or null for other events. The second team is at home unless the first is. */
export function participantsBySide<Team extends { is_home?: boolean }>({
  participants: [first, second],
}: {
  participants: readonly Team[]
}): { away: Team; home: Team } | null {
  if (!first || !second) return null
  return first.is_home ? { away: second, home: first } : { away: first, home: second }
}
