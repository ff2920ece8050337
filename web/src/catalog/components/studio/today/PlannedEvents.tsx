import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { Badge } from '@/shared/ui/Badge'
import { Icon } from '@/shared/ui/Icon'
import type { TodayEvent } from '../../../todayApi'
import { useStart } from './useStart'

/** The events that should have started, and those of the next 24 hours, with what each lacks. */
export const PlannedEvents = observer(function PlannedEvents({ events }: { events: readonly TodayEvent[] }) {
  const formatStart = useStart()
  return (
    <section className="stack">
      <h2 className="display h3">
        <Trans>Next 24 hours</Trans>
      </h2>
      <ul className="today__list panel">
        {events.map(event => (
          <li key={event.id} className="today__row">
            <span className="today__time tabular-nums">
              {event.is_time_known ? (
                formatStart(event)
              ) : (
                <span className="today__lack">
                  <Trans>Time to be announced</Trans>
                </span>
              )}
            </span>
            <span className="today__about">
              <Link className="today__name" to={`/studio/schedule/${event.key}`}>
                {event.name}
              </Link>
              <span className="muted today__place">
                {[event.category, event.location].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Lacks event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
})

/** What an event lacks. Each leads to the part of the event's page where it is added. */
function Lacks({ event }: { event: TodayEvent }) {
  const { t } = useLingui()
  const page = `/studio/schedule/${event.key}`
  const lacks: [name: string, isLacking: boolean, to: string][] = [
    [t`No stream key yet`, event.missing === 'stream' && !event.has_stream, `${page}/live`],
    [t`Encoder not connected`, event.missing === 'stream' && event.has_stream, `${page}/live`],
    [t`No price`, !event.has_price, page],
    [t`No picture`, !event.has_picture, page],
  ]
  const shown = lacks.filter(([, isLacking]) => isLacking)
  return (
    <span className="today__lacks">
      {event.is_overdue ? <Badge tone="danger">{t`Should have started`}</Badge> : null}
      {shown.map(([name, , to]) => (
        <Link key={name} className="today__lack" to={to}>
          {name}
        </Link>
      ))}
      {shown.length || event.missing === 'start' ? null : (
        <span className="today__ready">
          <Icon name="check" size="s" />
          <Trans>Ready</Trans>
        </span>
      )}
    </span>
  )
}
