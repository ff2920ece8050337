import { useLingui } from '@lingui/react/macro'
import type { ShownScore } from '../../stores/TimelineStore'

/** Return the texts of a score bug. */
export function useScoreTexts() {
  const { t } = useLingui()
  return {
    /** `2nd 6:12`, `Halftime`, `SO 2–1`, `Set 3 21–18` or `Final (OT)`. */
    clock: ({ snapshot, clock }: ShownScore): string => {
      const { phase, label, shootout, sets, points, half } = snapshot
      if (phase === 'ended') {
        const shootoutScore = shootout?.join('–')
        if (snapshot.ending === 'shootout' && shootoutScore) return t`Final/SO ${shootoutScore}`
        if (snapshot.ending === 'forfeit') return t`Forfeit`
        return label ? t`Final (${label})` : t`Final`
      }
      if (phase === 'shootout') return [label, shootout?.join('–')].filter(Boolean).join(' ')
      if (sets && phase === 'period') return `${label} ${points.join('–')}`
      const halfLabel = half === 'top' ? t`top` : half === 'bottom' ? t`bottom` : null
      return [halfLabel, label, clock].filter(Boolean).join(' ')
    },
  }
}
