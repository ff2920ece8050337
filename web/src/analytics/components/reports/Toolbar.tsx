import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { EARLIEST_DAY } from '@/shared/constants'
import { Button } from '@/shared/ui/Button'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import type { Comparison } from '../../reportModel'
import { dayCount, lastDays, MAX_DAYS, PRESETS, presetOf } from '../../reportsUrl'
import { useReportsPage } from './ReportsPageContext'
import { useFormatters } from './useFormatters'
import '@/shared/ui/Field.css'

const CUSTOM_RANGE = 'own'

/** Of which days, and what they are held against. */
export function Toolbar() {
  const { t } = useLingui()
  const { view: shown, changeView: change, today } = useReportsPage()
  const write = useFormatters()
  const preset = presetOf(shown, today)
  const [own, setOwn] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const count = dayCount(shown.from, shown.to)
  return (
    <div className="reports-page__tools" ref={tools}>
      <p className="reports-page__days">
        <strong className="tabular-nums">{write.days(shown.from, shown.to)}</strong>
        <span className="muted">{count === 1 ? t`1 day` : t`${count} days`}</span>
      </p>
      <div className="reports-page__choices">
        <SegmentedControl
          label={t`Period`}
          className="reports-page__period"
          choices={[
            ...PRESETS.map(days => ({ value: String(days), label: t`${days} days` })),
            { value: CUSTOM_RANGE, label: t`Custom` },
          ]}
          value={own || preset === null ? CUSTOM_RANGE : String(preset)}
          onChange={value => {
            setOwn(value === CUSTOM_RANGE && !own)
            if (value !== CUSTOM_RANGE) change(lastDays(Number(value), today))
          }}
        />
        <Select
          label={t`Comparison`}
          className="reports-page__comparison"
          all={t`No comparison`}
          options={[
            { value: 'before', label: t`vs. previous period` },
            { value: 'year', label: t`vs. previous year` },
          ]}
          value={shown.compare === 'none' ? null : shown.compare}
          onChange={compare => change({ compare: (compare ?? 'none') as Comparison })}
        />
      </div>
      {own ? (
        <CustomRange
          onShow={days => {
            change(days)
            setOwn(false)
            // The button that they were pressed with goes away.
            tools.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
          }}
        />
      ) : null}
    </div>
  )
}

/** Two days of one's own, both of them counted. */
function CustomRange({ onShow }: { onShow: (days: { from: string; to: string }) => void }) {
  const { t } = useLingui()
  const { view: shown, today } = useReportsPage()
  const id = useId()
  const [from, setFrom] = useState(shown.from)
  const [to, setTo] = useState(shown.to)
  const fault =
    !from || !to
      ? t`Choose a first and a last day.`
      : from > to
        ? t`The first day must be before the last day.`
        : to > today
          ? t`The last day cannot be in the future.`
          : dayCount(from, to) > MAX_DAYS
            ? t`Choose ${MAX_DAYS} days or fewer.`
            : null

  function show(event: FormEvent) {
    event.preventDefault()
    if (fault === null) onShow({ from, to })
  }

  const day = (name: string, value: string, set: (day: string) => void, which: string) => (
    <div className="field reports-page__day">
      <label htmlFor={`${id}-${which}`}>{name}</label>
      <input
        id={`${id}-${which}`}
        className="input"
        type="date"
        min={EARLIEST_DAY}
        max={today}
        value={value}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={event => set(event.target.value)}
      />
    </div>
  )
  return (
    <form className="reports-page__custom-range" onSubmit={show} noValidate>
      {day(t`First day`, from, setFrom, 'from')}
      {day(t`Last day`, to, setTo, 'to')}
      <Button submit kind="primary" className="reports-page__show" disabled={fault !== null}>
        <Trans>Show</Trans>
      </Button>
      {fault === null ? null : (
        <p className="error reports-page__fault" id={`${id}-fault`} role="status">
          {fault}
        </p>
      )}
    </form>
  )
}
