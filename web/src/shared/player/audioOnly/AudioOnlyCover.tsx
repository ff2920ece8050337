import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/Button'
import '../playerMessages.css'
import './audioOnlyCover.css'

interface Props {
  onShowVideo(): void
  /** Why there is no video, and how to get it. Null if the viewer can show the video. */
  note: ReactNode
}

/** The note over the poster while only the audio plays. */
export function AudioOnlyCover({ onShowVideo, note }: Props) {
  return (
    <div className="audio-only">
      <p className="display h3 audio-only__title" role="status">
        <Trans>Audio only</Trans>
      </p>
      <div className="picture-layer__action audio-only__note">
        {note ?? (
          <Button kind="glass" onClick={onShowVideo}>
            <Trans>Show video</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
