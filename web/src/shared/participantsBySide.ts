/** Return the two teams of a game by side, or null if the event is not a game. The second is at home unless the first is. */
export function participantsBySide<Team extends { is_home?: boolean }>({
  participants: [first, second],
}: {
  participants: readonly Team[]
}): { away: Team; home: Team } | null {
  if (!first || !second) return null
  return first.is_home ? { away: second, home: first } : { away: first, home: second }
}
