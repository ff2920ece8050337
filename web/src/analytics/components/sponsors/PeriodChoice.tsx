import { useLingui } from '@lingui/react/macro'
import { useFormatters } from '@/shared/charts/useFormatters'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { dayCount, PRESETS } from '../../reportsUrl'
import type { usePeriod } from './usePeriod'

const SEASON_DAYS = 365

/** The period of a report: its days, and a choice of the last days. */
export function PeriodChoice({ period: { from, to }, today, show }: ReturnType<typeof usePeriod>) {
  const { t } = useLingui()
  const format = useFormatters()
  const days = to === today ? dayCount(from, to) : 0
  return (
    <div className="spread">
      <strong className="tabular-nums">{format.days(from, to)}</strong>
      <SegmentedControl
        label={t`Period`}
        choices={[...PRESETS, SEASON_DAYS].map(count => ({
          value: String(count),
          label: count === SEASON_DAYS ? t`1 year` : t`${count} days`,
        }))}
        value={String(days)}
        onChange={value => show(Number(value))}
      />
    </div>
  )
}
