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
  type DayRange,
  dayForKey,
  extendRange,
  firstOfMonth,
  formatDay,
} from './calendarDays'
import { IconButton } from './IconButton'
import './DateRange.css'

interface Props {
  /** The name of the calendar for screen readers. */
  label: string
  /** Both null: any day. Both equal: a single day. */
  value: DayRange
  onChange: (range: DayRange) => void
  earliest?: Day
  /** The days that have content, marked with a dot. */
  markedDays?: ReadonlySet<Day>
  /** Shown below the days: the selected range as text, and a button that resets it. */
  footer?: ReactNode
}

/** A calendar that selects a range: the first press sets the first day, the second the last. */
export function DateRange({ label, value, onChange, earliest = EARLIEST_DAY, markedDays, footer }: Props) {
  const { i18n } = useLingui()
  const locale = localeOf(i18n.locale)
  const today = dayKey(serverNow())
  const [cursor, setCursor] = useState(value.from ?? today)
  const grid = useRef<HTMLDivElement>(null)
  const monthName = (day: Day) => formatDay(day, locale, { month: 'long', year: 'numeric' })
  const previousMonth = addMonths(firstOfMonth(cursor), -1)
  const nextMonth = addMonths(firstOfMonth(cursor), 1)

  function moveCursor(event: KeyboardEvent) {
    const next = dayForKey(event.key, cursor)
    if (!next) return
    event.preventDefault()
    if (next < earliest) return
    setCursor(next)
    // Wait for the next frame: React may render another month, and only then the button to focus exists.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }

  return (
    <section className="calendar" aria-label={label}>
      <div className="calendar__head">
        <IconButton
          icon="left"
          label={monthName(previousMonth)}
          disabled={previousMonth < firstOfMonth(earliest)}
          onClick={() => setCursor(previousMonth)}
        />
        <span aria-live="polite">{monthName(cursor)}</span>
        <IconButton icon="right" label={monthName(nextMonth)} onClick={() => setCursor(nextMonth)} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key events are from the day buttons inside */}
      <div ref={grid} onKeyDown={moveCursor}>
        <CalendarMonth
          cursor={cursor}
          range={value}
          today={today}
          earliest={earliest}
          locale={locale}
          markedDays={markedDays}
          onSelect={day => {
            setCursor(day)
            onChange(extendRange(value, day))
          }}
        />
      </div>
      {footer ? <div className="spread calendar__foot">{footer}</div> : null}
    </section>
  )
}
