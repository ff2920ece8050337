import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useInterval } from '@/shared/hooks/useInterval'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Loaded } from '@/shared/studio/Loaded'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import { translateEncoderFault } from '../../../encoderFaults'
import type { StreamHealth } from '../../../scheduleApi'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'
import { StreamStore } from '../../../stores/studio/StreamStore'
import { EndStreamDialog } from '../stream/EndStreamDialog'
import { StreamEncoders } from '../stream/StreamEncoders'
import { StreamKeys } from '../stream/StreamKeys'

const REFRESH_MS = 4_000

interface Props {
  eventKey: string
  /** Called when the stream starts, stalls or ends. */
  onStateChange?: () => void
  /** Renders the health of the stream around its encoders. */
  renderHealth?: (encoders: ReactNode) => ReactNode
}

/** The stream of an event: server and keys with QR codes, both encoders, and what viewers see. */
export const StreamPanel = observer(function StreamPanel({
  eventKey,
  onStateChange,
  renderHealth = encoders => encoders,
}: Props) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const schedule = useCatalog().resolve(scheduleStore)
  const [store] = useState(() => new StreamStore(schedule.api, eventKey))
  const [isStopping, setStopping] = useState(false)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, REFRESH_MS)
  useStateChange(store.health.value?.state, onStateChange)
  return (
    <Loaded source={store.health} errorTitle={t`The stream could not be loaded`} onRetry={load}>
      {health => (
        <div className="stack stack--8">
          <section className="panel stack">
            <div className="spread">
              <h2 className="display h3">
                <Trans>Stream</Trans>
              </h2>
              <HealthBadge health={health} />
            </div>
            <HealthText health={health} />
            <div className="cluster">
              {health.state === 'finished' ? (
                <Button busy={store.isBusy} onClick={() => void store.reopen()}>
                  <Trans>Resume stream</Trans>
                </Button>
              ) : (
                <Button
                  kind={health.started_at ? 'soft' : 'primary'}
                  busy={store.isBusy}
                  onClick={() => void store.showKey()}
                >
                  {health.state ? <Trans>Show stream key</Trans> : <Trans>Create stream key</Trans>}
                </Button>
              )}
              {health.server ? (
                <Button kind="danger" onClick={() => setStopping(true)}>
                  <Trans>End stream…</Trans>
                </Button>
              ) : null}
            </div>
            {store.error ? <FormError message={formatError(store.error)} /> : null}
          </section>
          {store.access ? <StreamKeys access={store.access} store={store} /> : null}
          {renderHealth(health.state ? <StreamEncoders health={health} store={store} /> : null)}
          {isStopping ? (
            <EndStreamDialog health={health} store={store} onClose={() => setStopping(false)} />
          ) : null}
        </div>
      )}
    </Loaded>
  )
})

/** Call `onChange` when the state of the stream is no longer the one before. */
function useStateChange(state: StreamHealth['state'] | undefined, onChange: (() => void) | undefined) {
  const previous = useRef(state)
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== state) onChange?.()
    previous.current = state
  }, [state, onChange])
}

function HealthBadge({ health: { state, fault } }: { health: StreamHealth }) {
  if (state === 'live')
    return (
      <Badge tone={fault ? 'warning' : 'success'}>
        <Trans>Receiving video</Trans>
      </Badge>
    )
  if (state === 'interrupted')
    return (
      <Badge tone="danger">
        <Trans>No encoder connected</Trans>
      </Badge>
    )
  if (state === 'waiting')
    return (
      <Badge tone="plain">
        <Trans>Waiting for the encoder</Trans>
      </Badge>
    )
  if (state === 'ending' || state === 'finished')
    return (
      <Badge tone="plain">
        <Trans>Ended</Trans>
      </Badge>
    )
  return (
    <Badge tone="plain">
      <Trans>No key yet</Trans>
    </Badge>
  )
}

function HealthText({ health }: { health: StreamHealth }) {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const started = health.started_at
    ? formatDayAndTime(Date.parse(health.started_at), { language: i18n.locale, timeZone })
    : ''
  if (health.fault) return <p role="status">{translateEncoderFault(i18n, health.fault)}</p>
  if (health.server && !health.is_supervised)
    return (
      <p role="status">
        <Trans>No ingest process runs right now, so video can’t arrive. Ask your administrator.</Trans>
      </p>
    )
  if (started)
    return (
      <p className="muted">
        <Trans>The first video arrived: {started}.</Trans>
      </p>
    )
  return (
    <p className="muted">
      <Trans>
        Enter server and key in your encoder, such as OBS, or scan the code with a phone’s camera app.
      </Trans>
    </p>
  )
}
