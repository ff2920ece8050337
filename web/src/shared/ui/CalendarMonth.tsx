import { addDays, type Day, firstDayOfWeek, formatDay, type Range, weeksOfMonth } from './calendarDays'
import { cx } from './cx'

interface Props {
  /** The one day that the Tab key reaches; the arrow keys move it. */
  cursor: Day
  range: Range
  today: Day
  earliest: Day
  locale: string
  markedDays?: ReadonlySet<Day>
  onChoose: (day: Day) => void
}

/** Some Sunday, to name the days of the week by. */
const REFERENCE_SUNDAY = '2024-01-07'

/** The days of one month as a table of weeks. */
export function CalendarMonth(props: Props) {
  const { cursor, locale } = props
  const firstDay = firstDayOfWeek(locale)
  const names = Array.from({ length: 7 }, (_, index) => addDays(REFERENCE_SUNDAY, firstDay + index))
  return (
    <table>
      <thead>
        <tr>
          {names.map(day => (
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
              <td key={day ?? names[index]}>{day ? <DayButton {...props} day={day} /> : null}</td>
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
  markedDays: marked,
  onChoose,
}: Props & { day: Day }) {
  const { from, to } = range
  const inside = from !== null && to !== null && day > from && day < to
  const end = day === from || day === to
  const one = end && (to === null || from === to)
  return (
    <button
      type="button"
      className={cx(
        marked?.has(day) && 'has',
        inside && 'in',
        one ? 'one' : cx(day === from && 'from', day === to && 'to'),
      )}
      aria-label={formatDay(day, locale, { weekday: 'long', month: 'long', day: 'numeric' })}
      aria-pressed={inside || end}
      aria-current={day === today ? 'date' : undefined}
      tabIndex={day === cursor ? 0 : -1}
      disabled={day < earliest}
      onClick={() => onChoose(day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}
