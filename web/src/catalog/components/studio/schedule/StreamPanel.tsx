import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useCopy } from '@/shared/hooks/useCopy'
import { useInterval } from '@/shared/hooks/useInterval'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Loaded } from '@/shared/studio/Loaded'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import type { StreamAccess, StreamHealth } from '../../../scheduleApi'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'
import { StreamStore } from '../../../stores/studio/StreamStore'

const REFRESH_MS = 4_000

/** The stream of an event: server and key for the encoder with a QR code, and whether video arrives. */
export const StreamPanel = observer(function StreamPanel({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const schedule = useCatalog().resolve(scheduleStore)
  const [store] = useState(() => new StreamStore(schedule.api, eventKey))
  const [isStopping, setStopping] = useState(false)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, REFRESH_MS)
  return (
    <Loaded source={store.health} errorTitle={t`The stream could not be loaded`} onRetry={load}>
      {health => (
        <div className="stack stack--8">
          <section className="panel stack">
            <div className="spread">
              <h2 className="display h3">
                <Trans>Encoder</Trans>
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
                <Button kind="primary" busy={store.isBusy} onClick={() => void store.showKey()}>
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
          {store.access ? <AccessPanel access={store.access} store={store} /> : null}
          {isStopping ? (
            <Dialog
              open
              onClose={() => setStopping(false)}
              title={t`End the stream now?`}
              description={t`Viewers see that the event is over, and the recording is made. You can resume it later.`}
              actions={
                <>
                  <Button onClick={() => setStopping(false)}>
                    <Trans>Back</Trans>
                  </Button>
                  <Button
                    kind="danger"
                    busy={store.isBusy}
                    onClick={() => void store.stop().then(() => setStopping(false))}
                  >
                    <Trans>End stream</Trans>
                  </Button>
                </>
              }
            />
          ) : null}
        </div>
      )}
    </Loaded>
  )
})

const AccessPanel = observer(function AccessPanel({
  access,
  store,
}: {
  access: StreamAccess
  store: StreamStore
}) {
  const { t } = useLingui()
  return (
    <section className="panel stream-access">
      <img src={svgDataUrl(access.qr)} alt={t`QR code with server and stream key`} width="180" height="180" />
      <div className="stack">
        <CopyRow label={t`Server`} text={access.server} />
        <CopyRow label={t`Stream key`} text={access.stream_key} />
        {access.srt_url ? <CopyRow label={t`SRT address`} text={access.srt_url} /> : null}
        <p className="hint">
          <Trans>Anyone with this key can go live on your channel. Treat it as a password.</Trans>
        </p>
        <div className="cluster">
          <Button size="s" onClick={() => store.hideKey()}>
            <Trans>Hide key</Trans>
          </Button>
          <Button size="s" busy={store.isBusy} onClick={() => void store.showKey(true)}>
            <Trans>Replace key</Trans>
          </Button>
        </div>
      </div>
    </section>
  )
})

function CopyRow({ label, text }: { label: string; text: string }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  return (
    <div className="stack stack--2">
      <span className="label">{label}</span>
      <div className="stream-access__row">
        <code>{text}</code>
        <Button size="s" aria-label={t`Copy ${label}`} onClick={() => void copy(text, t`${label} copied`)}>
          <Trans>Copy</Trans>
        </Button>
      </div>
    </div>
  )
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
        <Trans>Encoder disconnected</Trans>
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
  const started = health.started_at
    ? formatDayAndTime(Date.parse(health.started_at), { language: i18n.locale })
    : ''
  if (health.fault) return <p role="status">{health.fault}</p>
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

/** Return an SVG as a data URL. Scripts in images never run, and the site's CSP allows `data:` images. */
const svgDataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
