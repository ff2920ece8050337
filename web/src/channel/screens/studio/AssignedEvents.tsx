import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '@/shared/clock'
import { dayKey, formatDayAndTime } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Loaded } from '@/shared/studio/Loaded'
import { SearchField } from '@/shared/studio/SearchField'
import { StudioPage } from '@/shared/studio/StudioPage'
import { useUrlFilter } from '@/shared/studio/urlFilter'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { useChannel } from '../../context'
import { teamStore } from '../../stores/TeamStore'
import type { AssignableEvent, Member } from '../../teamApi'
import '@/shared/ui/Table.css'

const FILTERS = ['q'] as const
const MAX_RESULTS = 20

/** `/studio/team/:id/events`: the events assigned to a scorekeeper. Each change applies at once. */
export default observer(function AssignedEvents() {
  const { t } = useLingui()
  const { id } = useParams()
  const store = useChannel().resolve(teamStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const member = store.team.value?.members.find(({ account_id }) => account_id === Number(id))
  const name = member?.name || member?.email || ''
  return (
    <StudioPage
      title={name ? t`Events of ${name}` : t`Assigned events`}
      parent={{ to: '/studio/team', label: t`Team` }}
      lede={<Trans>A scorekeeper sees and scores only the assigned events.</Trans>}
    >
      <Loaded source={store.team} errorTitle={t`The team could not be loaded`} onRetry={load}>
        {() =>
          member?.role === 'scorekeeper' ? (
            <Assignments member={member} />
          ) : (
            <EmptyState icon="user" title={t`This person is not a scorekeeper`}>
              <Trans>Only scorekeepers have assigned events. Change the role in the team first.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
    </StudioPage>
  )
})

const Assignments = observer(function Assignments({ member }: { member: Member }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(teamStore)
  const formatError = useErrorMessage()
  const { time_zone: timeZone } = channel.settings
  const [{ q }, change] = useUrlFilter(FILTERS)
  const assigned = useMemo(() => new AsyncValue<readonly AssignableEvent[]>(), [])
  const found = useMemo(() => new AsyncValue<readonly AssignableEvent[]>(), [])
  const ids = member.event_ids
  const loadAssigned = useCallback(
    () => void assigned.load(signal => store.api.assignedEvents(ids, signal)),
    [assigned, store, ids],
  )
  const search = useCallback(() => {
    const start_date = dayKey(serverNow(), timeZone)
    void found.load(signal => store.api.events({ q, start_date, limit: MAX_RESULTS }, signal))
  }, [found, store, q, timeZone])
  useEffect(loadAssigned, [loadAssigned])
  useEffect(search, [search])
  const isBusy = store.busy.has(`member-${member.account_id}`)

  async function save(eventIds: readonly number[]) {
    const error = await store.setEvents(member, eventIds)
    if (error) channel.shell.toasts.show(formatError(error), { type: 'error' })
  }

  return (
    <div className="stack stack--8">
      <section className="stack">
        <h2 className="display h3">
          <Trans>Assigned</Trans>
        </h2>
        <Loaded source={assigned} errorTitle={t`The events could not be loaded`} onRetry={loadAssigned}>
          {events =>
            events.length ? (
              <EventTable events={events}>
                {event => (
                  <Button
                    kind="quiet"
                    size="s"
                    disabled={isBusy}
                    onClick={() => void save(ids.filter(other => other !== event.id))}
                  >
                    <Trans>
                      Remove <span className="sr-only">{event.name}</span>
                    </Trans>
                  </Button>
                )}
              </EventTable>
            ) : (
              <p className="muted">
                <Trans>No event is assigned yet.</Trans>
              </p>
            )
          }
        </Loaded>
      </section>
      <section className="stack">
        <h2 className="display h3">
          <Trans>Add events</Trans>
        </h2>
        <SearchField
          label={t`Search the schedule`}
          hint={t`Team, title or place`}
          value={q}
          onChange={text => change({ q: text })}
        />
        <Loaded source={found} errorTitle={t`The events could not be loaded`} onRetry={search}>
          {events => {
            const others = events.filter(event => !ids.includes(event.id))
            return others.length ? (
              <EventTable events={others}>
                {event => (
                  <Button size="s" disabled={isBusy} onClick={() => void save([...ids, event.id])}>
                    <Trans>
                      Assign <span className="sr-only">{event.name}</span>
                    </Trans>
                  </Button>
                )}
              </EventTable>
            ) : (
              <p className="muted">
                <Trans>No other event matches.</Trans>
              </p>
            )
          }}
        </Loaded>
      </section>
    </div>
  )
})

interface TableProps {
  events: readonly AssignableEvent[]
  children: (event: AssignableEvent) => ReactNode
}

const EventTable = observer(function EventTable({ events, children }: TableProps) {
  const { t, i18n } = useLingui()
  const { time_zone: timeZone } = useChannel().settings
  return (
    <table className="table team">
      <thead>
        <tr>
          <th scope="col">
            <Trans>Event</Trans>
          </th>
          <th scope="col">
            <Trans>Start</Trans>
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
              <span className="team__person">
                <strong>{event.name}</strong>
                <span className="muted">{event.category}</span>
              </span>
            </td>
            <td data-label={t`Start`}>
              {event.is_time_known
                ? formatDayAndTime(Date.parse(event.starts_at), { language: i18n.locale, timeZone })
                : t`Time to be announced`}
            </td>
            <td data-label="">
              <span className="actions team__actions">{children(event)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
