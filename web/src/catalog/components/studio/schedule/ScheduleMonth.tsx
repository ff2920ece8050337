import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { dayKey, formatTime } from '@/shared/format/dates'
import { localeOf } from '@/shared/format/locale'
import { Loaded } from '@/shared/studio/Loaded'
import {
  addDays,
  addMonths,
  type Day,
  firstDayOfWeek,
  formatDay,
  weeksOfMonth,
} from '@/shared/ui/calendarDays'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { IconButton } from '@/shared/ui/IconButton'
import { useCatalog } from '../../../context'
import type { StudioEvent } from '../../../scheduleApi'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'

/** Any Sunday, used to format the names of the weekdays. */
const REFERENCE_SUNDAY = '2024-01-07'

interface Props {
  month: Day
  today: Day
  onMonth: (month: Day) => void
  onRetry: () => void
}

/** The events of a month as a calendar. On phones, only the days with events are shown. */
export const ScheduleMonth = observer(function ScheduleMonth({ month, today, onMonth, onRetry }: Props) {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(scheduleStore)
  const { time_zone: timeZone } = catalog.shell.channel.settings
  const locale = localeOf(i18n.locale)
  const firstDay = firstDayOfWeek(locale)
  const weekdays = Array.from({ length: 7 }, (_, index) => addDays(REFERENCE_SUNDAY, firstDay + index))
  return (
    <section className="studio-month">
      <div className="studio-month__head">
        <IconButton icon="left" label={t`Previous month`} onClick={() => onMonth(addMonths(month, -1))} />
        <h2 className="display h3" aria-live="polite">
          {formatDay(month, locale, { month: 'long', year: 'numeric' })}
        </h2>
        <IconButton icon="right" label={t`Next month`} onClick={() => onMonth(addMonths(month, 1))} />
      </div>
      <Loaded source={store.month} errorTitle={t`The schedule could not be loaded`} onRetry={onRetry}>
        {events => {
          const byDay = Map.groupBy(events, event => dayKey(Date.parse(event.starts_at), timeZone))
          return (
            <table>
              <thead>
                <tr>
                  {weekdays.map(day => (
                    <th key={day} scope="col">
                      {formatDay(day, locale, { weekday: 'short' })}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOfMonth(month, firstDay).map(week => (
                  <tr key={week.find(day => day !== null)}>
                    {week.map((day, index) =>
                      day ? (
                        <DayCell
                          key={day}
                          day={day}
                          isToday={day === today}
                          events={byDay.get(day) ?? []}
                          timeZone={timeZone}
                        />
                      ) : (
                        <td key={weekdays[index]} />
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }}
      </Loaded>
    </section>
  )
})

interface DayProps {
  day: Day
  isToday: boolean
  events: readonly StudioEvent[]
  timeZone: string
}

function DayCell({ day, isToday, events, timeZone }: DayProps) {
  const { t, i18n } = useLingui()
  const name = formatDay(day, localeOf(i18n.locale), { weekday: 'long', month: 'long', day: 'numeric' })
  return (
    <td className={cx(isToday && 'current', events.length === 0 && 'none')}>
      <div className="studio-month__day">
        <span aria-current={isToday ? 'date' : undefined}>{Number(day.slice(8))}</span>
        <span className="studio-month__date">{name}</span>
        <Link to={`/studio/schedule/new?date=${day}`} aria-label={t`New event on ${name}`}>
          <Icon name="plus" size="s" />
        </Link>
      </div>
      {events.map(event => (
        <Link
          key={event.id}
          className="studio-month__event"
          data-status={event.status}
          to={`/studio/schedule/${event.key}`}
        >
          <span className="tabular-nums">
            {event.is_time_known ? (
              formatTime(Date.parse(event.starts_at), { language: i18n.locale, timeZone })
            ) : (
              <Trans>TBA</Trans>
            )}
          </span>{' '}
          {event.name}
        </Link>
      ))}
    </td>
  )
}
