import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Loaded } from '@/shared/studio/Loaded'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import type { Restream } from '../../../restreamApi'
import { RestreamsStore } from '../../../stores/studio/RestreamsStore'
import { restreamApi } from '../../../stores/studio/RestreamTargetsStore'
import { useSizeFormat } from '../video/useSizeFormat'
import { useRestreamTexts } from './useRestreamTexts'
import './Restream.css'

const REFRESH_MS = 4_000
const TONES = {
  off: 'plain',
  waiting: 'plain',
  connecting: 'warning',
  live: 'success',
  retrying: 'warning',
  failed: 'danger',
} as const

/** The targets of the channel that an event is sent on to, with their states. It is empty without targets. */
export const EventRestreams = observer(function EventRestreams({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const formatError = useErrorMessage()
  const [store] = useState(() => new RestreamsStore(catalog.resolve(restreamApi), eventKey))
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, REFRESH_MS)
  const { errorMessage } = store.action
  if (store.list.value?.length === 0) return null
  return (
    <Loaded source={store.list} errorTitle={t`The restreams could not be loaded`} onRetry={load}>
      {restreams => (
        <section className="panel stack">
          <h2 className="display h3">
            <Trans>Restream</Trans>
          </h2>
          <p className="hint">
            <Trans>The video of this event is also sent to these services while it is live.</Trans>
          </p>
          <FormError message={errorMessage && formatError(errorMessage)} />
          <ul className="restreams">
            {restreams.map(restream => (
              <RestreamRow key={restream.target_id} restream={restream} store={store} />
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
})

const RestreamRow = observer(function RestreamRow({
  restream,
  store,
}: {
  restream: Restream
  store: RestreamsStore
}) {
  const { t } = useLingui()
  const { stateName, serviceName } = useRestreamTexts()
  const { name, service, state, is_on: isOn } = restream
  return (
    <li className="restream">
      <div className="restream__head">
        <CheckField
          checked={isOn}
          disabled={store.action.isBusy}
          onChange={({ target }) => void store.setOn(restream, target.checked)}
        >
          {name}
        </CheckField>
        {service === 'other' || name === serviceName(service) ? null : (
          <span className="hint">{serviceName(service)}</span>
        )}
        <Badge tone={TONES[state]}>{stateName(state)}</Badge>
      </div>
      <RestreamText restream={restream} />
      {state === 'retrying' || state === 'failed' ? (
        <div className="actions">
          <Button
            size="s"
            aria-label={t`Try ${name} again`}
            disabled={store.action.isBusy}
            onClick={() => void store.retry(restream)}
          >
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
    </li>
  )
})

/** What an operator should know about a restream: since when it is live, or what is wrong. */
function RestreamText({ restream }: { restream: Restream }) {
  const { failureText, formatInstant, formatBitrate } = useRestreamTexts()
  const formatSize = useSizeFormat()
  const { attempt, bitrate, bytes_sent: bytes, detail, live_since: since, state } = restream
  const failure = failureText(restream)
  if (state === 'live' && since)
    return (
      <p className="hint">
        <Trans>
          Live since {formatInstant(since)}, {formatBitrate(bitrate)}, {formatSize(bytes)} sent
        </Trans>
      </p>
    )
  if (!failure) return null
  return (
    <p role="status">
      {failure} {state === 'retrying' ? <Trans>Attempt {attempt} failed; the next one follows.</Trans> : null}{' '}
      {detail ? <code>{detail}</code> : null}
    </p>
  )
}
