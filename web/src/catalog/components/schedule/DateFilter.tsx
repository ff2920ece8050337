import { Trans, useLingui } from '@lingui/react/macro'
import { EARLIEST_DAY } from '@/shared/constants'
import { Button } from '@/shared/ui/Button'
import { DateRange } from '@/shared/ui/DateRange'
import type { Filters } from '../../filters'
import { dayName } from './useFilterLabels'

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** The calendar of the schedule: selects a range of days, or resets it to all days. */
export function DateFilter({ filters, onChange }: Props) {
  const { t, i18n } = useLingui()
  const { start_date: from, end_date: to } = filters
  const start = from ? dayName(from, i18n.locale) : null
  const end = to ? dayName(to, i18n.locale) : null
  return (
    <DateRange
      label={t`Schedule dates`}
      value={{ from, to }}
      earliest={EARLIEST_DAY}
      onChange={range => onChange({ start_date: range.from, end_date: range.to })}
      footer={
        <>
          <span className="hint">{start && end && start !== end ? t`${start} to ${end}` : start}</span>
          {from || to ? (
            <Button kind="quiet" size="s" onClick={() => onChange({ start_date: null, end_date: null })}>
              <Trans>Reset</Trans>
            </Button>
          ) : null}
        </>
      }
    />
  )
}
