import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { Player } from '@/shared/player'
import { Badge } from '@/shared/ui/Badge'
import { useCatalog } from '../../context'
import { translateEncoderFault } from '../../encoderFaults'
import { type EventItem, toSignedUrl } from '../../model'
import { streamTestStore } from '../../stores/StreamTestStore'
import '@/shared/ui/Panel.css'
import './StreamTestPanel.css'

/** Milliseconds between requests while a test is open, and while no test is open. */
const OPEN_POLL_MS = 3_000
const CLOSED_POLL_MS = 15_000

/** The stream test of an event, which only operators see. It is empty if no test is open, and is not counted. */
export default observer(function StreamTestPanel({ event }: { event: EventItem }) {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(streamTestStore)
  const { test } = store
  useEffect(() => void store.open(event.id), [store, event.id])
  useInterval(() => void store.refresh(), test ? OPEN_POLL_MS : CLOSED_POLL_MS)
  if (!test) return null
  const source = toSignedUrl(test.stream)
  return (
    <section className="panel stack stream-test" aria-label={t`Stream test`}>
      <div className="cluster">
        <h2 className="display h3">
          <Trans>Stream test</Trans>
        </h2>
        <Badge tone="warning">
          <Trans>Visible to operators only</Trans>
        </Badge>
      </div>
      {source ? (
        <div className="stream-test__player">
          <Player
            id={`test-${event.id}-${test.stream?.start_ts ?? 0}`}
            source={source}
            title={t`Stream test: ${event.full_name}`}
            storageKey={`${catalog.shell.channel.settings.storage_prefix}:player`}
            renewSource={() => store.refreshStreamUrl()}
          />
        </div>
      ) : null}
      <p role="status">
        {test.fault ? (
          translateEncoderFault(i18n, test.fault)
        ) : (
          <>
            {test.state === 'waiting' ? (
              <Trans>Waiting for the encoder to stream with the test key.</Trans>
            ) : null}
            {test.state === 'live' ? <Trans>Receiving video.</Trans> : null}
            {test.state === 'interrupted' ? (
              <Trans>The encoder disconnected. The test ends in two minutes.</Trans>
            ) : null}
          </>
        )}
      </p>
      <p className="muted">
        <Trans>
          This stream is not recorded, counted or announced. To end the test, run “touchline streams test
          --stop”.
        </Trans>
      </p>
    </section>
  )
})
