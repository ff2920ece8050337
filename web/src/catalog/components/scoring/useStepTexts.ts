import { useLingui } from '@lingui/react/macro'
import { periodName, type ScoredSport } from '../../scoring/sport'
import type { Step } from '../../scoring/steps'

/** Return a function that names the button of a step: “Start: 2nd period”, “End game”. */
export function useStepTexts(sport: ScoredSport) {
  const { t } = useLingui()
  return function nameStep({ kind, period = 0, half }: Step): string {
    const name = kind === 'shootout_started' ? sport.shootout?.name : periodName(sport, period)
    switch (kind) {
      case 'period_started':
        if (half === 'bottom') return t`Bottom: ${name}`
        return half === 'top' ? t`Top: ${name}` : t`Start: ${name}`
      case 'period_ended':
        return t`End: ${name}`
      case 'shootout_started':
        return t`Start: ${name}`
      case 'game_ended':
        return t`End game`
    }
  }
}
