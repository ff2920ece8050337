import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { useOnline } from '@/shared/hooks/useOnline'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Loaded } from '@/shared/studio/Loaded'
import { Badge } from '@/shared/ui/Badge'
import { CheckField } from '@/shared/ui/CheckField'
import { Icon } from '@/shared/ui/Icon'
import { useCatalog } from '../../../context'
import { createStreamHealthStore, type StreamHealthStore } from '../../../stores/studio/StreamHealthStore'
import type { SlotHealth, StreamHealthReport } from '../../../streamHealthApi'
import { EncoderTiles } from './EncoderTiles'
import { FaultList } from './FaultList'
import { PreviewPicture } from './PreviewPicture'
import '@/shared/ui/Panel.css'
import './StreamHealth.css'

const HealthCharts = lazyComponent(() => import('./HealthCharts'))

const REFRESH_MS = 1_000
const HISTORY_MS = 10_000

interface Props {
  eventKey: string
  /** Shown between the values of now and those of the last hour. */
  children?: ReactNode
}

/** What the encoders of an event send now: picture, values, faults, and the last hour. */
export const HealthPanel = observer(function HealthPanel({ eventKey, children }: Props) {
  const { t } = useLingui()
  const { api } = useCatalog().shell
  const [store] = useState(() => createStreamHealthStore(api, eventKey))
  const refresh = useCallback(() => void store.refresh(), [store])
  const loadHistory = useCallback(() => void store.loadHistory(), [store])
  useEffect(() => {
    refresh()
    loadHistory()
  }, [refresh, loadHistory])
  useInterval(refresh, REFRESH_MS)
  useInterval(loadHistory, HISTORY_MS)
  return (
    <section className="stack stack--8" aria-labelledby="stream-health">
      <div className="panel stack stream-health">
        <div className="spread">
          <h2 className="display h3" id="stream-health">
            <Trans>Health</Trans>
          </h2>
          <HealthBadge store={store} />
        </div>
        <Loaded source={store.report} errorTitle={t`The health could not be loaded`} onRetry={refresh}>
          {report => <Report store={store} report={report} />}
        </Loaded>
      </div>
      {children}
      {store.history.value?.slots.some(({ history }) => history?.at.length) ? (
        <HealthCharts report={store.history.value} />
      ) : null}
    </section>
  )
})

const Report = observer(function Report({
  store,
  report,
}: {
  store: StreamHealthStore
  report: StreamHealthReport
}) {
  const isOffline = !useOnline()
  const connected = report.slots.filter(({ values }) => values !== null)
  const hasNames = connected.length > 1 || connected[0]?.slot === 'backup'
  const isStale = isOffline || store.report.error !== null
  return (
    <div className="stack">
      {isStale ? (
        <p className="stream-health__stale" role="status">
          <Icon name={isOffline ? 'offline' : 'alert'} />
          {isOffline ? (
            <Trans>You’re offline. These are the last values.</Trans>
          ) : (
            <Trans>These are the last values. New ones could not be loaded.</Trans>
          )}
        </p>
      ) : null}
      <FaultList faults={store.faults} isConnected={connected.length > 0} hasNames={hasNames} />
      {connected.length ? (
        connected.map(slot => (
          <Encoder
            key={slot.slot}
            slot={slot}
            store={store}
            hasName={hasNames}
            hasViewers={slot === connected[0] && !report.is_test}
            isStale={isStale}
          />
        ))
      ) : (
        <Waiting state={report.state} />
      )}
      {report.is_test ? null : <AlertChoice store={store} isAlerted={report.is_alerted} />}
    </div>
  )
})

interface EncoderProps {
  slot: SlotHealth
  store: StreamHealthStore
  hasName: boolean
  /** Whether the viewers of the stream are shown with this encoder. */
  hasViewers: boolean
  isStale: boolean
}

const Encoder = observer(function Encoder({ slot, store, hasName, hasViewers, isStale }: EncoderProps) {
  const viewers = hasViewers ? store.viewers.value : null
  return (
    <div className="stack" data-stale={isStale || undefined}>
      {hasName ? (
        <h3 className="h4">
          {slot.slot === 'primary' ? <Trans>Primary encoder</Trans> : <Trans>Backup encoder</Trans>}
        </h3>
      ) : null}
      <div className="stream-health__encoder">
        <PreviewPicture picture={store.pictures[slot.slot].value} values={slot.values} />
        {slot.values ? <EncoderTiles values={slot.values} faults={slot.faults} viewers={viewers} /> : null}
      </div>
    </div>
  )
})

/** Whether this operator gets a push message and an email about faults. */
const AlertChoice = observer(function AlertChoice({
  store,
  isAlerted,
}: {
  store: StreamHealthStore
  isAlerted: boolean
}) {
  const formatError = useErrorMessage()
  const { isBusy, errorMessage } = store.alerts
  return (
    <div className="stack stack--2">
      <CheckField
        checked={isAlerted}
        disabled={isBusy}
        onChange={event => void store.chooseAlerts(event.target.checked)}
        error={errorMessage ? formatError(errorMessage) : null}
      >
        <Trans>Alert me about problems</Trans>
      </CheckField>
      <p className="hint">
        <Trans>
          You get a push message and an email when viewers notice a problem. Each problem alerts you once.
        </Trans>
      </p>
    </div>
  )
})

const HealthBadge = observer(function HealthBadge({ store }: { store: StreamHealthStore }) {
  const report = store.report.value
  if (!report) return null
  const errors = store.faults.filter(({ severity }) => severity === 'error').length
  const isConnected = report.slots.some(({ values }) => values !== null)
  return (
    <div className="cluster">
      {report.is_test ? (
        <Badge tone="plain">
          <Trans>Stream test</Trans>
        </Badge>
      ) : null}
      {errors ? (
        <Badge tone="danger" icon="alert">
          <Trans>Viewers notice a problem</Trans>
        </Badge>
      ) : null}
      {!errors && store.faults.length ? (
        <Badge tone="warning" icon="alert">
          <Trans>Needs attention</Trans>
        </Badge>
      ) : null}
      {!store.faults.length && isConnected ? (
        <Badge tone="success" icon="check">
          <Trans>Healthy</Trans>
        </Badge>
      ) : null}
    </div>
  )
})

function Waiting({ state }: { state: StreamHealthReport['state'] }) {
  return (
    <p className="muted" role="status">
      {state === '' ? (
        <Trans>Create a stream key above, enter it in your encoder, and start streaming.</Trans>
      ) : null}
      {state === 'waiting' ? (
        <Trans>Start streaming in your encoder. Its picture appears here within five seconds.</Trans>
      ) : null}
      {state === 'live' ? <Trans>Waiting for the first values.</Trans> : null}
      {state === 'interrupted' ? (
        <Trans>Viewers see your slate. The stream continues when the encoder reconnects.</Trans>
      ) : null}
      {state === 'ending' || state === 'finished' ? <Trans>The stream has ended.</Trans> : null}
    </p>
  )
}
