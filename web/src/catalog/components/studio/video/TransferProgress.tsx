import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatPlayTime } from '@/shared/format/playTime'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { Progress } from '@/shared/ui/Progress'
import type { FileTransfer } from '../../../stores/studio/FileTransfer'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import { useSizeFormat } from './useSizeFormat'

interface Props {
  store: VideosStore
  transfer: FileTransfer
}

/** A file that is being sent: progress, speed, time left, and its buttons. */
export const TransferProgress = observer(function TransferProgress({ store, transfer }: Props) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const { file, state, percent, error } = transfer
  return (
    <section className="panel stack" aria-label={t`Upload`}>
      <div className="video-row__head">
        <h2 className="video-row__name">{file.name}</h2>
        <span className="tabular-nums">{Math.floor(percent)} %</span>
      </div>
      <Progress label={t`Upload of ${file.name}`} value={percent} round />
      <TransferStatus transfer={transfer} />
      {store.verdict === 'unknown' ? (
        <p className="hint">
          <Trans>Your browser can’t read this file. The server checks it after the upload.</Trans>
        </p>
      ) : null}
      <FormError message={error && errorMessage(error)} />
      <div className="actions">
        {state === 'sending' || state === 'waiting' ? (
          <Button size="s" icon="pause" onClick={() => transfer.pause()}>
            <Trans>Pause</Trans>
          </Button>
        ) : (
          <Button size="s" kind="primary" icon="play" onClick={() => transfer.resume()}>
            <Trans>Continue</Trans>
          </Button>
        )}
        <Button size="s" kind="quiet" onClick={() => void store.cancel()}>
          <Trans>Cancel upload</Trans>
        </Button>
      </div>
    </section>
  )
})

/** One line about the transfer. */
const TransferStatus = observer(function TransferStatus({ transfer }: { transfer: FileTransfer }) {
  const formatSize = useSizeFormat()
  const { file, state, sent, speed, secondsLeft } = transfer
  const [sentSize, size, perSecond] = [sent, file.size, speed].map(formatSize)
  if (state === 'paused') {
    return (
      <p className="hint">
        <Trans>Paused. You can close this page and continue later with the same file.</Trans>
      </p>
    )
  }
  if (state === 'waiting') {
    return (
      <p className="hint" role="status">
        <Trans>No connection. The upload continues by itself.</Trans>
      </p>
    )
  }
  if (state === 'failed') return null
  if (secondsLeft === null) {
    return (
      <p className="hint tabular-nums">
        <Trans>
          {sentSize} of {size}
        </Trans>
      </p>
    )
  }
  const timeLeft = formatPlayTime(Math.ceil(secondsLeft))
  return (
    <p className="hint tabular-nums">
      <Trans>
        {sentSize} of {size}, {perSecond} per second, {timeLeft} left
      </Trans>
    </p>
  )
})
