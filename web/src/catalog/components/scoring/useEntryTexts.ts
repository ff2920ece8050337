import { useLingui } from '@lingui/react/macro'
import type { ScoredTeam } from '../../scorerApi'
import { formatClock } from '../../scoring/clockText'
import { periodName, type ScoredSport } from '../../scoring/sport'
import type { Side, TimelineEntry } from '../../scoring/timeline'

interface Names {
  sport: ScoredSport
  teams: readonly ScoredTeam[]
}

export const teamOf = (teams: readonly ScoredTeam[], side: Side | undefined) =>
  side === undefined ? undefined : teams[side === 'away' ? 0 : 1]

/** Return a function that names an entry: “Goal, Timber”, “End of the 2nd period”. */
export function useEntryTexts({ sport, teams }: Names) {
  const { t } = useLingui()

  return function nameEntry(entry: TimelineEntry, period = entry.period ?? 0): string {
    const team = teamOf(teams, entry.side)?.short_name
    const name = nameKind(entry, periodName(sport, period))
    const text = entry.kind !== 'note' && entry.text ? ` (${entry.text})` : ''
    return (team ? t`${name}, ${team}` : name) + text
  }

  function nameKind(entry: TimelineEntry, name: string): string {
    switch (entry.kind) {
      case 'period_started':
        return nameStart(name, entry.half)
      case 'period_ended':
        return name ? t`End: ${name}` : t`End of the period`
      case 'shootout_started':
        return sport.shootout?.name ?? t`Shootout`
      case 'clock_set':
        return t`Clock set to ${formatClock(entry.seconds ?? 0)}`
      case 'clock_started':
        return t`Clock started`
      case 'clock_stopped':
        return t`Clock stopped`
      case 'scored':
        return sport.scores.find(({ key }) => key === entry.type)?.name ?? t`${entry.points ?? 0} points`
      case 'score_set':
        return t`Score set to ${entry.score?.join('–') ?? ''}`
      case 'moment':
        return sport.moments.find(({ key }) => key === entry.type)?.name ?? entry.type ?? ''
      case 'note':
        return entry.text ?? ''
      case 'game_ended':
        return entry.winner ? t`Forfeit` : t`End of the game`
      case 'corrected':
        return t`Correction`
      case 'undone':
        return t`Undo`
    }
  }

  function nameStart(name: string, half: TimelineEntry['half']): string {
    if (!name) return t`Start of the period`
    if (half === 'bottom') return t`Bottom: ${name}`
    return half === 'top' ? t`Top: ${name}` : t`Start: ${name}`
  }
}

/** Return the name of an author: a scorer's name, a system's name, or the studio. */
export function useAuthorName() {
  const { t } = useLingui()
  return (author = '') => {
    const [kind, name] = author.split(/:(.*)/s)
    return kind === 'account' ? t`Studio` : (name ?? '')
  }
}
