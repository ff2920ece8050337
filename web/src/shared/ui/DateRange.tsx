import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { EARLIEST_DAY } from '@/shared/constants'
import { dayKey } from '@/shared/format/dates'
import { localeOf } from '@/shared/format/locale'
import { CalendarMonth } from './CalendarMonth'
import {
  addMonths,
  type Day,
  dayForKey,
  extendRange,
  firstOfMonth,
  formatDay,
  type Range,
} from './calendarDays'
import { IconButton } from './IconButton'
import './DateRange.css'

interface Props {
  /** What the days are of, for readers. */
  label: string
  /** Both null: any day. Both the same: that day alone. */
  value: Range
  onChange: (range: Range) => void
  earliest?: Day
  /** Days that have something, marked with a dot. */
  markedDays?: ReadonlySet<Day>
  /** Below the days: what is chosen in words, and a way back to all days. */
  foot?: ReactNode
}

/** A month to choose days from: one press for the first day, one for the last. */
export function DateRange({
  label,
  value,
  onChange,
  earliest = EARLIEST_DAY,
  markedDays: marked,
  foot,
}: Props) {
  const { i18n } = useLingui()
  const locale = localeOf(i18n.locale)
  const today = dayKey(serverNow())
  const [cursor, setCursor] = useState(value.from ?? today)
  const grid = useRef<HTMLDivElement>(null)
  const nameOf = (day: Day) => formatDay(day, locale, { month: 'long', year: 'numeric' })
  const before = addMonths(firstOfMonth(cursor), -1)
  const after = addMonths(firstOfMonth(cursor), 1)

  function move(event: KeyboardEvent) {
    const next = dayForKey(event.key, cursor)
    if (!next) return
    event.preventDefault()
    if (next < earliest) return
    setCursor(next)
    // The month may change, and with it the button that has to take the focus.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }

  return (
    <section className="calendar" aria-label={label}>
      <div className="calendar__head">
        <IconButton
          icon="left"
          label={nameOf(before)}
          disabled={before < firstOfMonth(earliest)}
          onClick={() => setCursor(before)}
        />
        <span aria-live="polite">{nameOf(cursor)}</span>
        <IconButton icon="right" label={nameOf(after)} onClick={() => setCursor(after)} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the days inside */}
      <div ref={grid} onKeyDown={move}>
        <CalendarMonth
          cursor={cursor}
          range={value}
          today={today}
          earliest={earliest}
          locale={locale}
          markedDays={marked}
          onChoose={day => {
            setCursor(day)
            onChange(extendRange(value, day))
          }}
        />
      </div>
      {foot ? <div className="spread calendar__foot">{foot}</div> : null}
    </section>
  )
}
