import { addDays, type Day, type DayRange, firstDayOfWeek, formatDay, weeksOfMonth } from './calendarDays'
import { cx } from './cx'

interface Props {
  /** The only day that the Tab key reaches. The arrow keys move it. */
  cursor: Day
  range: DayRange
  today: Day
  earliest: Day
  locale: string
  markedDays?: ReadonlySet<Day>
  onSelect: (day: Day) => void
}

/** Any Sunday, used to format the names of the weekdays. */
const REFERENCE_SUNDAY = '2024-01-07'

/** A table of the weeks and days of one month. */
export function CalendarMonth(props: Props) {
  const { cursor, locale } = props
  const firstDay = firstDayOfWeek(locale)
  const weekdays = Array.from({ length: 7 }, (_, index) => addDays(REFERENCE_SUNDAY, firstDay + index))
  return (
    <table>
      <thead>
        <tr>
          {weekdays.map(day => (
            <th key={day} scope="col">
              <abbr title={formatDay(day, locale, { weekday: 'long' })}>
                {formatDay(day, locale, { weekday: 'narrow' })}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(cursor, firstDay).map(week => (
          <tr key={week.find(day => day !== null)}>
            {week.map((day, index) => (
              <td key={day ?? weekdays[index]}>{day ? <DayButton {...props} day={day} /> : null}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayButton({
  day,
  cursor,
  range,
  today,
  earliest,
  locale,
  markedDays,
  onSelect,
}: Props & { day: Day }) {
  const { from, to } = range
  const isInside = from !== null && to !== null && day > from && day < to
  const isEnd = day === from || day === to
  const isSingleDay = isEnd && (to === null || from === to)
  return (
    <button
      type="button"
      className={cx(
        markedDays?.has(day) && 'has',
        isInside && 'in',
        isSingleDay ? 'one' : cx(day === from && 'from', day === to && 'to'),
      )}
      aria-label={formatDay(day, locale, { weekday: 'long', month: 'long', day: 'numeric' })}
      aria-pressed={isInside || isEnd}
      aria-current={day === today ? 'date' : undefined}
      tabIndex={day === cursor ? 0 : -1}
      disabled={day < earliest}
      onClick={() => onSelect(day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}
