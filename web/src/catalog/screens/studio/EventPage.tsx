import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Navigate, NavLink, Route, useNavigate, useParams } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { formatDay, formatDayAndTime } from '@/shared/format/dates'
import { isNotFound } from '@/shared/http/errors'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { Loaded } from '@/shared/studio/Loaded'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button, LinkButton } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { EmptyState } from '@/shared/ui/states'
import { OverlayLinks } from '../../components/studio/OverlayLinks'
import { EventRestreams } from '../../components/studio/restream/EventRestreams'
import { CameraLink } from '../../components/studio/schedule/CameraLink'
import { EventEditor } from '../../components/studio/schedule/EventEditor'
import { EventMenu } from '../../components/studio/schedule/EventMenu'
import { MissingText, StatusBadge, UnlistedBadge } from '../../components/studio/schedule/eventTexts'
import { LiveCaptionsPanel } from '../../components/studio/schedule/LiveCaptionsPanel'
import { ResultButton } from '../../components/studio/schedule/ResultButton'
import { ScheduleDialog } from '../../components/studio/schedule/ScheduleDialog'
import { StreamPanel } from '../../components/studio/schedule/StreamPanel'
import { useCatalog } from '../../context'
import { type ScheduleAction, type StudioEvent, scorePath } from '../../scheduleApi'
import { scheduleStore } from '../../stores/studio/ScheduleStore'
import '@/shared/ui/Panel.css'
import { TabNav } from '@/shared/ui/TabNav'
import '../../components/studio/schedule/StudioSchedule.css'

const Videos = lazyComponent(() => import('../../components/studio/video/Videos'))
const EventFigures = lazyComponent(() => import('../../components/studio/schedule/EventFigures'))
const ScorePanel = lazyComponent(() =>
  import('../../components/studio/score/ScorePanel').then(({ ScorePanel }) => ({ default: ScorePanel })),
)
const HealthPanel = lazyComponent(() =>
  import('../../components/studio/health/HealthPanel').then(({ HealthPanel }) => ({ default: HealthPanel })),
)
const EventPrerolls = lazyComponent(() => import('../../components/studio/video/EventPrerolls'))

/** `/studio/schedule/:key`: everything of one event. The tabs have their own addresses. */
export default function EventPage() {
  const { key = '' } = useParams()
  return <EventScreen key={key} eventKey={key} />
}

const EventScreen = observer(function EventScreen({ eventKey }: { eventKey: string }) {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const navigate = useNavigate()
  const store = catalog.resolve(scheduleStore)
  const openRooms = useOpenRooms()
  const [canSeeFigures, canManageOrders] = [openRooms.has('reports'), openRooms.has('orders')]
  const { time_zone: timeZone } = catalog.shell.channel.settings
  const [editor] = useState(() => new EntryEditor(store.entries, 'events', eventKey))
  const summary = useMemo(() => new AsyncValue<StudioEvent | null>(), [])
  const [action, setAction] = useState<ScheduleAction | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const loadSummary = useCallback(
    () => void summary.load(signal => store.api.event(eventKey, signal)),
    [summary, store, eventKey],
  )
  const load = useCallback(() => {
    void editor.load()
    loadSummary()
  }, [editor, loadSummary])
  useEffect(load, [load])
  useEffect(() => store.loadChoices(), [store])
  const event = summary.value
  const format = event?.is_time_known ? formatDayAndTime : formatDay
  const start = event ? format(Date.parse(event.starts_at), { language: i18n.locale, timeZone }) : ''

  async function remove() {
    const isRemoved = await editor.remove()
    setRemoving(false)
    if (isRemoved) leave()
  }

  function leave() {
    catalog.shell.toasts.show(t`Event removed`, { type: 'success' })
    void store.refresh()
    void navigate('/studio/schedule')
  }

  if (isNotFound(editor.entry.error)) return <NotFound />
  return (
    <StudioPage
      title={event?.name ?? t`Event`}
      parent={{ to: '/studio/schedule', label: t`Schedule` }}
      lede={
        event ? (
          <span className="cluster">
            <StatusBadge status={event.status} isRescheduled={event.is_rescheduled} />
            <UnlistedBadge visibility={event.visibility} />
            <span>{start}</span>
            <ResultButton event={event} onSaved={load} />
            {event.missing ? (
              <span className="studio-schedule__missing">
                <MissingText missing={event.missing} />
              </span>
            ) : null}
          </span>
        ) : null
      }
      actions={
        event ? <EventMenu event={event} onChange={setAction} onRemove={() => setRemoving(true)} /> : null
      }
    >
      <TabNav label={t`Parts of this event`}>
        <NavLink to={`/studio/schedule/${eventKey}`} end>
          <Trans>Details</Trans>
        </NavLink>
        <NavLink to={`/studio/schedule/${eventKey}/live`}>
          <Trans>Live</Trans>
        </NavLink>
        <NavLink to={`/studio/schedule/${eventKey}/score`}>
          <Trans>Score</Trans>
        </NavLink>
        <NavLink to={`/studio/schedule/${eventKey}/video`}>
          <Trans>Video</Trans>
        </NavLink>
        {canSeeFigures ? (
          <NavLink to={`/studio/schedule/${eventKey}/figures`}>
            <Trans>Figures</Trans>
          </NavLink>
        ) : null}
        {canManageOrders ? (
          <NavLink to={`/studio/schedule/${eventKey}/make-good`}>
            <Trans>Make-good</Trans>
          </NavLink>
        ) : null}
      </TabNav>
      <RoomRoutes>
        <Route
          index
          element={
            <Loaded source={editor.entry} errorTitle={t`The event could not be loaded`} onRetry={load}>
              {entry => (
                <EventEditor
                  key={entry.version}
                  editor={editor}
                  entry={entry}
                  scoreUrl={event?.has_timeline ? scorePath(event.id) : null}
                  onSaved={load}
                />
              )}
            </Loaded>
          }
        />
        <Route
          path="live"
          element={
            <div className="stack stack--8">
              <StreamPanel
                eventKey={eventKey}
                onStateChange={loadSummary}
                renderHealth={encoders => <HealthPanel eventKey={eventKey}>{encoders}</HealthPanel>}
              />
              <CameraLink eventKey={eventKey} />
              <EventRestreams eventKey={eventKey} />
              <LiveCaptionsPanel eventKey={eventKey} />
              {event?.teams ? <OverlayLinks eventId={event.id} /> : null}
            </div>
          }
        />
        <Route
          path="score"
          element={
            event ? (
              <div className="stack stack--8">
                <ScorePanel eventId={event.id} />
                <Slot name="eventHighlights" slotProps={{ eventId: event.id }} />
              </div>
            ) : null
          }
        />
        <Route
          path="video"
          element={
            <div className="stack stack--8">
              <Videos kind="event" ownerKey={eventKey} />
              <EventPrerolls editor={editor} onSaved={load} />
            </div>
          }
        />
        <Route path="make-good" element={<Slot name="eventMakeGood" slotProps={{ eventKey }} />} />
        <Route
          path="figures"
          element={
            canSeeFigures ? (
              <EventFigures eventKey={eventKey} />
            ) : (
              <Navigate to={`/studio/schedule/${eventKey}`} replace />
            )
          }
        />
      </RoomRoutes>
      {action && event ? (
        <ScheduleDialog
          eventKey={eventKey}
          name={event.name}
          action={action}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null)
            load()
          }}
        />
      ) : null}
      {isRemoving ? (
        <RemoveDialog
          name={event?.name ?? eventKey}
          busy={editor.isBusy}
          onClose={() => setRemoving(false)}
          onRemove={() => void remove()}
        />
      ) : null}
      {editor.pending?.value === null ? <PendingChangeDialogs editor={editor} onDone={leave} /> : null}
    </StudioPage>
  )
})

interface RemoveProps {
  name: string
  busy: boolean
  onClose: () => void
  onRemove: () => void
}

function RemoveDialog({ name, busy, onClose, onRemove }: RemoveProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Remove ${name}?`}
      description={t`It disappears from the schedule and the site. You can undo this in the history. To tell viewers that it does not take place, cancel it instead.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button kind="danger" busy={busy} onClick={onRemove}>
            <Trans>Remove event</Trans>
          </Button>
        </>
      }
    />
  )
}

function NotFound() {
  const { t } = useLingui()
  return (
    <StudioPage title={t`Event`} parent={{ to: '/studio/schedule', label: t`Schedule` }}>
      <EmptyState
        title={t`This event does not exist`}
        actions={
          <LinkButton to="/studio/schedule">
            <Trans>Back to the schedule</Trans>
          </LinkButton>
        }
      >
        <Trans>It was removed, or the address is wrong.</Trans>
      </EmptyState>
    </StudioPage>
  )
}
