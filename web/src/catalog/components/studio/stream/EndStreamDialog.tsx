import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { StreamHealth } from '../../../scheduleApi'
import type { StreamStore } from '../../../stores/studio/StreamStore'

interface Props {
  health: StreamHealth
  store: StreamStore
  onClose: () => void
}

/** Asks whether the stream ends, and what happens to the video that the safety delay holds back. */
export const EndStreamDialog = observer(function EndStreamDialog({ health, store, onClose }: Props) {
  const { t } = useLingui()
  const seconds = health.safety_delay_seconds
  const end = (discardHeld: boolean) => void store.stop({ discardHeld }).then(onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`End the stream now?`}
      description={
        seconds
          ? t`Viewers still get the last ${seconds} seconds, which the safety delay holds back. If they must not see them, end without them: the recording ends earlier too.`
          : t`Viewers see that the event is over, and the recording is made. You can resume it later.`
      }
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          {seconds ? (
            <Button kind="danger" busy={store.isBusy} onClick={() => end(true)}>
              <Plural
                value={seconds}
                one="End without the last second"
                other="End without the last # seconds"
              />
            </Button>
          ) : null}
          <Button kind="danger" busy={store.isBusy} onClick={() => end(false)}>
            <Trans>End stream</Trans>
          </Button>
        </>
      }
    />
  )
})
