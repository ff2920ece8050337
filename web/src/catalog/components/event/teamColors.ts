import { participantsBySide } from '@/shared/participantsBySide'
import { teamColors as colorsOf } from '@/shared/ui/Matchup'
import type { EventItem } from '../../model'

/** The light of both teams' colours around a player; nothing where they are not known. */
export function teamColors(event: EventItem): React.CSSProperties | undefined {
  const sides = participantsBySide(event)
  if (!sides?.away.color || !sides.home.color) return undefined
  const team = ({ color, color_2, short_name }: typeof sides.away) => ({
    color: color ?? '',
    secondColor: color_2,
    crest: null,
    shortName: short_name,
  })
  const colors = colorsOf(team(sides.away), team(sides.home))
  return { '--away': colors.away, '--home': colors.home } as React.CSSProperties
}
