import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useFormatters } from '@/shared/charts/useFormatters'
import { EARLIEST_DAY } from '@/shared/constants'
import { Button } from '@/shared/ui/Button'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { Select } from '@/shared/ui/Select'
import type { Comparison } from '../../reportModel'
import { dayCount, lastDays, MAX_DAYS, PRESETS, presetOf } from '../../reportsUrl'
import { useReportsPage } from './ReportsPageContext'
import '@/shared/ui/Field.css'

const CUSTOM_RANGE = 'own'

/** The toolbar with the period and the comparison of the reports. */
export function Toolbar() {
  const { t } = useLingui()
  const { view, changeView, today } = useReportsPage()
  const format = useFormatters()
  const preset = presetOf(view, today)
  const [isCustom, setIsCustom] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const count = dayCount(view.from, view.to)
  return (
    <div className="reports-page__tools" ref={tools}>
      <p className="reports-page__days">
        <strong className="tabular-nums">{format.days(view.from, view.to)}</strong>
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
          value={isCustom || preset === null ? CUSTOM_RANGE : String(preset)}
          onChange={value => {
            setIsCustom(value === CUSTOM_RANGE && !isCustom)
            if (value !== CUSTOM_RANGE) changeView(lastDays(Number(value), today))
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
          value={view.compare === 'none' ? null : view.compare}
          onChange={compare => changeView({ compare: (compare ?? 'none') as Comparison })}
        />
      </div>
      {isCustom ? (
        <CustomRange
          onShow={days => {
            changeView(days)
            setIsCustom(false)
            // The submit button disappears. Return the focus to the button that opened the form.
            tools.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
          }}
        />
      ) : null}
    </div>
  )
}

/** The form for a custom period. Both days are included. */
function CustomRange({ onShow }: { onShow: (days: { from: string; to: string }) => void }) {
  const { t } = useLingui()
  const { view, today } = useReportsPage()
  const id = useId()
  const [from, setFrom] = useState(view.from)
  const [to, setTo] = useState(view.to)
  const error =
    !from || !to
      ? t`Choose a first and a last day.`
      : from > to
        ? t`The first day must be before the last day.`
        : to > today
          ? t`The last day cannot be in the future.`
          : dayCount(from, to) > MAX_DAYS
            ? t`Choose ${MAX_DAYS} days or fewer.`
            : null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (error === null) onShow({ from, to })
  }

  const dayField = (label: string, value: string, setValue: (day: string) => void, key: string) => (
    <div className="field reports-page__day">
      <label htmlFor={`${id}-${key}`}>{label}</label>
      <input
        id={`${id}-${key}`}
        className="input"
        type="date"
        min={EARLIEST_DAY}
        max={today}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-fault`}
        onChange={event => setValue(event.target.value)}
      />
    </div>
  )
  return (
    <form className="reports-page__custom-range" onSubmit={submit} noValidate>
      {dayField(t`First day`, from, setFrom, 'from')}
      {dayField(t`Last day`, to, setTo, 'to')}
      <Button submit kind="primary" className="reports-page__show" disabled={error !== null}>
        <Trans>Show</Trans>
      </Button>
      {error === null ? null : (
        <p className="error reports-page__fault" id={`${id}-fault`} role="status">
          {error}
        </p>
      )}
    </form>
  )
}
