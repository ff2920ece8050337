import type { CSSProperties } from 'react'
import { COLOR, isReadable } from '@/shared/contrast'
import { teamColors } from '@/shared/ui/Matchup'
import type { ScoredTeam } from '../../scorerApi'
import type { Side } from '../../scoring/timeline'

const NO_COLOR = { away: 'var(--scorer-text)', home: 'var(--scorer-text-muted)' } as const

/** Return the background of a side, and the text color that is readable on it. */
export function sideStyle(teams: readonly ScoredTeam[], side: Side): CSSProperties {
  const color = findColor(teams, side)
  if (!COLOR.test(color)) return { background: color, color: 'var(--scorer-page)' }
  return { background: color, color: isReadable('#ffffff', color) ? 'white' : 'black' }
}

function findColor(teams: readonly ScoredTeam[], side: Side): string {
  const [away, home] = teams
  const own = side === 'away' ? away : home
  if (!own?.color) return NO_COLOR[side]
  if (!away?.color || !home?.color) return own.color
  return teamColors(toMatchup(away), toMatchup(home))[side]
}

const toMatchup = ({ color, color_2, short_name }: ScoredTeam) => ({
  color: color ?? '',
  secondColor: color_2,
  shortName: short_name,
  crest: null,
})
