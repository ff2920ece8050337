import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { PendingChange } from '../../../stores/studio/VideosStore'
import type { RecordingAction } from '../../../videosApi'

interface Props {
  pending: PendingChange
  busy: boolean
  onConfirm: (action: RecordingAction) => void
  onClose: () => void
}

/** The dialog that says what a withdrawal or deletion affects, and confirms it. */
export default function RecordingDialog({ pending: { action, effects }, busy, onConfirm, onClose }: Props) {
  const { t } = useLingui()
  const deletes = action === 'delete'
  return (
    <Dialog
      open
      onClose={onClose}
      title={deletes ? t`Delete the videos?` : t`Withdraw the videos?`}
      description={
        deletes
          ? t`All files, clips and downloads are deleted. This cannot be undone.`
          : t`Viewers lose access to the videos, clips and downloads within a minute. You can restore them for 30 days.`
      }
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={busy} onClick={() => onConfirm(action)}>
            {deletes ? <Trans>Delete videos</Trans> : <Trans>Withdraw videos</Trans>}
          </Button>
        </>
      }
    >
      <ul>
        <Effect count={effects.video_count}>
          <Plural value={effects.video_count} one="# video" other="# videos" />
        </Effect>
        <Effect count={effects.clip_count}>
          <Plural value={effects.clip_count} one="# clip" other="# clips" />
        </Effect>
        <Effect count={effects.download_count}>
          <Plural value={effects.download_count} one="# download" other="# downloads" />
        </Effect>
        <Effect count={effects.pass_count}>
          <Plural value={effects.pass_count} one="# pass that opens it" other="# passes that open it" />
        </Effect>
        <Effect count={effects.order_count}>
          <Plural value={effects.order_count} one="# paid order" other="# paid orders" />
        </Effect>
      </ul>
    </Dialog>
  )
}

function Effect({ count, children }: { count: number; children: ReactNode }) {
  return count ? <li>{children}</li> : null
}
