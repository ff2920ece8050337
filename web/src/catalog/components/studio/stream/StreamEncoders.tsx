import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { translateEncoderFault } from '../../../encoderFaults'
import type { StreamEncoder, StreamHealth } from '../../../scheduleApi'
import type { StreamStore } from '../../../stores/studio/StreamStore'
import { SafetyDelay } from './SafetyDelay'
import './Stream.css'

/** Both encoders of a stream, which of them is on air, and the safety delay. */
export const StreamEncoders = observer(function StreamEncoders({
  health,
  store,
}: {
  health: StreamHealth
  store: StreamStore
}) {
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Encoders</Trans>
      </h2>
      <div className="stream-encoders">
        {health.encoders.map(encoder => (
          <EncoderCard key={encoder.slot} encoder={encoder} health={health} store={store} />
        ))}
      </div>
      <SafetyDelay health={health} store={store} />
    </section>
  )
})

const EncoderCard = observer(function EncoderCard({
  encoder,
  health,
  store,
}: {
  encoder: StreamEncoder
  health: StreamHealth
  store: StreamStore
}) {
  const isPrimary = encoder.slot === 'primary'
  const isPinned = !isPrimary && health.preferred_slot === 'backup'
  return (
    <div className="stream-encoder stack">
      <div className="spread">
        <h3 className="label">
          {isPrimary ? <Trans>Primary encoder</Trans> : <Trans>Backup encoder</Trans>}
        </h3>
        {encoder.is_on_air ? (
          <Badge tone="live">
            <Trans>On air</Trans>
          </Badge>
        ) : null}
      </div>
      <p role="status">
        <EncoderText encoder={encoder} />
      </p>
      {isPinned ? (
        <p className="hint">
          <Trans>You chose this encoder. The primary goes on air only if this one fails.</Trans>
        </p>
      ) : null}
      {encoder.state === 'receiving' && !encoder.is_on_air && health.state === 'live' ? (
        <div className="cluster">
          <Button size="s" busy={store.isBusy} onClick={() => void store.putOnAir(encoder.slot)}>
            {isPrimary ? <Trans>Back to primary</Trans> : <Trans>Put backup on air</Trans>}
          </Button>
        </div>
      ) : null}
    </div>
  )
})

function EncoderText({ encoder: { state, fault } }: { encoder: StreamEncoder }) {
  const { t, i18n } = useLingui()
  if (fault) return translateEncoderFault(i18n, fault)
  if (state === 'receiving') return t`Sends video.`
  if (state === 'stalled') return t`Connected, but sends nothing.`
  return t`Not connected.`
}
