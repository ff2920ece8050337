import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { CameraStore } from '../../stores/camera/CameraStore'

interface Props {
  store: CameraStore
  onClose: () => void
}

/** Asks whether only the camera stops, or the stream of the event ends too. */
export const StopDialog = observer(function StopDialog({ store, onClose }: Props) {
  const { t } = useLingui()
  const seconds = Math.round(store.sender?.backlogSeconds ?? 0)
  if (store.phase !== 'live')
    return (
      <Dialog
        open
        onClose={onClose}
        title={t`Video is still being sent`}
        description={t`Keep this page open until everything is sent: ${seconds} s are left.`}
        actions={
          <Button onClick={onClose}>
            <Trans>Wait</Trans>
          </Button>
        }
      />
    )
  const stop = (what: 'camera' | 'stream') => {
    onClose()
    void store.stop(what)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Stop the camera?`}
      description={t`You can go live again later, unless you end the stream. Ending makes the recording.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep going</Trans>
          </Button>
          <Button onClick={() => stop('camera')}>
            <Trans>Stop camera</Trans>
          </Button>
          <Button kind="danger" onClick={() => stop('stream')}>
            <Trans>End stream</Trans>
          </Button>
        </>
      }
    />
  )
})
