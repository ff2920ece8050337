import { Plural, Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import type { CameraStore } from '../../stores/camera/CameraStore'

/** Offers to send the video that an earlier visit left on this phone. */
export const UnsentNotice = observer(function UnsentNotice({ store }: { store: CameraStore }) {
  return (
    <>
      {store.unsent.map(unsent => (
        <div key={unsent.session.id} className="camera__message" role="status">
          <p>
            <Plural
              value={Math.max(1, Math.round(unsent.durationMs / 1000))}
              one="# second of video was not sent. It is kept on this phone."
              other="# seconds of video were not sent. They are kept on this phone."
            />
          </p>
          <div className="cluster">
            <Button kind="glass" size="s" onClick={() => void store.sendUnsent(unsent)}>
              <Trans>Send now</Trans>
            </Button>
            <Button kind="glass" size="s" onClick={() => void store.discardUnsent(unsent)}>
              <Trans>Delete</Trans>
            </Button>
          </div>
        </div>
      ))}
    </>
  )
})
