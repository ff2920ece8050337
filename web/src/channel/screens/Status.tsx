import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import { MINUTE_MS } from '@/shared/constants'
import { formatDayAndTime } from '@/shared/format/dates'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useInterval } from '@/shared/hooks/useInterval'
import { Loaded } from '@/shared/studio/Loaded'
import { Badge } from '@/shared/ui/Badge'
import { EmptyState } from '@/shared/ui/states'
import { useChannel } from '../context'
import type { StatusEvent, StatusPage } from '../statusApi'
import { statusStore } from '../stores/StatusStore'
import '@/shared/ui/Panel.css'

/** `/status`: what is live, what went wrong lately, and what was done. It has no data about viewers. */
export default observer(function Status() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(statusStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, MINUTE_MS)
  useDocumentTitle(t({ message: 'Status', context: 'status page' }))
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans context="status page">Status</Trans>
        </h1>
        <p className="lede">
          <Trans>What is live, what went wrong lately, and what we did about it.</Trans>
        </p>
      </div>
      <Loaded source={store.page} errorTitle={t`The status could not be loaded`} onRetry={load}>
        {page => <Content page={page} />}
      </Loaded>
    </div>
  )
})

function Content({ page }: { page: StatusPage }) {
  const { t } = useLingui()
  const { days, faultless } = page
  return (
    <div className="stack stack--12">
      {page.live.length > 0 ? (
        <section className="stack" aria-labelledby="status-live">
          <h2 className="display h3" id="status-live">
            <Trans>Live now</Trans>
          </h2>
          <Events events={page.live} />
        </section>
      ) : null}
      <section className="stack" aria-labelledby="status-lately">
        <h2 className="display h3" id="status-lately">
          <Trans>Last {days} days</Trans>
        </h2>
        {page.faulty.length > 0 ? (
          <Events events={page.faulty} />
        ) : page.live.some(event => event.outages.length > 0) ? (
          <p>
            <Trans>No earlier problems.</Trans>
          </p>
        ) : (
          <EmptyState icon="check" title={t`No problems in the last ${days} days`} />
        )}
        {faultless > 0 ? (
          <p className="muted">
            <Plural
              value={faultless}
              one="# other event was shown without problems."
              other="# other events were shown without problems."
            />
          </p>
        ) : null}
      </section>
    </div>
  )
}

function Events({ events }: { events: readonly StatusEvent[] }) {
  return (
    <ul className="stack">
      {events.map(event => (
        <li key={event.id} className="panel stack stack--2">
          <EventStatus event={event} />
        </li>
      ))}
    </ul>
  )
}

function EventStatus({ event }: { event: StatusEvent }) {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useChannel().settings
  const time = (instant: string) => formatDayAndTime(Date.parse(instant), { language: i18n.locale, timeZone })
  const count = event.paid_back
  return (
    <>
      <div className="spread">
        <Link className="link" to={`/watch/${event.id}`}>
          {event.name}
        </Link>
        {event.outages.length > 0 ? (
          <Badge tone="warning">
            <Trans>Interrupted</Trans>
          </Badge>
        ) : (
          <Badge tone="success">
            <Trans>No problems</Trans>
          </Badge>
        )}
      </div>
      {event.outages.map(outage => (
        <p key={outage.starts_at}>
          {outage.side === 'venue' ? (
            <Plural
              value={outage.minutes}
              one="The video from the venue was interrupted for # minute."
              other="The video from the venue was interrupted for # minutes."
            />
          ) : (
            <Plural
              value={outage.minutes}
              one="We could not deliver the video for # minute."
              other="We could not deliver the video for # minutes."
            />
          )}{' '}
          <span className="muted">{time(outage.starts_at)}</span>
        </p>
      ))}
      {count === 0 ? null : count === null ? (
        <p>
          <Trans>Viewers were paid back.</Trans>
        </p>
      ) : (
        <p>
          <Plural value={count} one="# viewer was paid back." other="# viewers were paid back." />
        </p>
      )}
    </>
  )
}
