import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '@/shared/format/money'
import { Icon, type IconName } from '@/shared/ui/Icon'
import { useCatalog } from '../../../context'
import type { ScheduleAction, StudioEvent } from '../../../scheduleApi'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'
import { EventMenu } from './EventMenu'
import { MissingText, StatusBadge, UnlistedBadge } from './eventTexts'
import { ResultButton } from './ResultButton'
import { ScheduleDialog } from './ScheduleDialog'
import { StartCell } from './StartCell'
import '@/shared/ui/Table.css'

/** The events as a table that becomes cards on phones. Starts are edited in place. */
export const ScheduleTable = observer(function ScheduleTable({ events }: { events: readonly StudioEvent[] }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(scheduleStore)
  const [change, setChange] = useState<{ event: StudioEvent; action: ScheduleAction } | null>(null)
  return (
    <>
      <table className="table studio-schedule">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Event</Trans>
            </th>
            <th scope="col">
              <Trans>Start</Trans>
            </th>
            <th scope="col">
              <Trans>Status</Trans>
            </th>
            <th scope="col">
              <Trans>Access</Trans>
            </th>
            <th scope="col">
              <Trans>Ready</Trans>
            </th>
            <th scope="col">
              <span className="sr-only">
                <Trans>Actions</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map(event => (
            <tr key={event.id}>
              <td data-label={t`Event`}>
                <Link className="studio-schedule__name" to={`/studio/schedule/${event.key}`}>
                  {event.name}
                </Link>
                <span className="muted studio-schedule__place">
                  {[event.category, event.location, event.is_neutral_site && t`neutral site`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </td>
              <td data-label={t`Start`}>
                <StartCell event={event} />
              </td>
              <td data-label={t`Status`}>
                <span className="studio-schedule__status">
                  <StatusBadge status={event.status} isRescheduled={event.is_rescheduled} />
                  <UnlistedBadge visibility={event.visibility} />
                  <ResultButton event={event} onSaved={() => void store.refresh()} />
                  {event.missing ? (
                    <span className="studio-schedule__missing">
                      <MissingText missing={event.missing} />
                    </span>
                  ) : null}
                </span>
              </td>
              <td data-label={t`Access`}>
                <AccessText event={event} />
              </td>
              <td data-label={t`Ready`}>
                <Readiness event={event} />
              </td>
              <td data-label="">
                <EventMenu event={event} onChange={action => setChange({ event, action })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {change ? (
        <ScheduleDialog
          eventKey={change.event.key}
          name={change.event.name}
          action={change.action}
          onClose={() => setChange(null)}
          onDone={() => {
            setChange(null)
            void store.refresh()
          }}
        />
      ) : null}
    </>
  )
})

/** Who may watch an event, and its own price. */
const AccessText = observer(function AccessText({ event }: { event: StudioEvent }) {
  const { i18n } = useLingui()
  const { currency } = useCatalog().shell.channel.settings
  if (event.price)
    return <span className="tabular-nums">{formatMoney(event.price, currency, i18n.locale)}</span>
  if (event.pass_type === 'free') return <Trans>Free</Trans>
  if (event.pass_type === 'register') return <Trans>With an account</Trans>
  return <Trans>With a pass</Trans>
})

/** Whether the event has a picture, video from an encoder, and a recording. */
function Readiness({ event }: { event: StudioEvent }) {
  const { t } = useLingui()
  const parts: readonly [IconName, boolean, string, string][] = [
    ['eye', event.has_picture, t`Has a picture`, t`No picture: the teams’ crests are drawn`],
    ['cast', event.is_stream_used || event.is_external, t`Video has arrived`, t`No video yet`],
    ['play', event.has_recording, t`Has a recording`, t`No recording`],
  ]
  return (
    <span className="studio-schedule__ready">
      {parts.map(([icon, isThere, yes, no]) => (
        <span key={icon} title={isThere ? yes : no} data-there={isThere || undefined}>
          <Icon name={icon} size="s" />
          <span className="sr-only">{isThere ? yes : no}</span>
        </span>
      ))}
    </span>
  )
}
