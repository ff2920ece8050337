import { useLingui } from '@lingui/react/macro'
import type { Scoreboard } from '../../scoring/fold'
import type { Game } from './game'

/** Return a function that says the score: “Timber 2, Tide 1”. A sport of sets has the sets first. */
export function useScoreText({ sport, teams }: Game) {
  const { t } = useLingui()
  const [away, home] = teams.map(team => team.short_name)
  return function formatScore({ points, sets, shootout, phase }: Scoreboard): string {
    if (away === undefined || home === undefined) return ''
    const goals = phase === 'shootout' && shootout ? shootout : points
    const score = t`${away} ${goals[0]}, ${home} ${goals[1]}`
    if (!sport.sets) return score
    const setScore = `${sets[0]}–${sets[1]}`
    return phase === 'ended' ? t`Sets ${away} ${sets[0]}, ${home} ${sets[1]}` : t`${score} (sets ${setScore})`
  }
}
