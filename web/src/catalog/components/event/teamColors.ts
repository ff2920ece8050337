import { participantsBySide } from '@/shared/participantsBySide'
import { teamColors as matchupColors } from '@/shared/ui/Matchup'
import type { EventItem } from '../../model'

/** Return the CSS properties for the glow in both teams' colors, or undefined if a color is unknown. */
export function teamColors(event: EventItem): React.CSSProperties | undefined {
  const sides = participantsBySide(event)
  if (!sides?.away.color || !sides.home.color) return undefined
  const toTeam = ({ color, color_2, short_name }: typeof sides.away) => ({
    color: color ?? '',
    secondColor: color_2,
    crest: null,
    shortName: short_name,
  })
  const colors = matchupColors(toTeam(sides.away), toTeam(sides.home))
  return { '--away': colors.away, '--home': colors.home } as React.CSSProperties
}
