import { Trans } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import '../playerMessages.css'
import './audioOnlyCover.css'

/** The note over the poster while only the audio plays. */
export function AudioOnlyCover({ onShowVideo }: { onShowVideo(): void }) {
  return (
    <div className="audio-only">
      <p className="display h3 audio-only__title" role="status">
        <Trans>Audio only</Trans>
      </p>
      <div className="picture-layer__action">
        <Button kind="glass" onClick={onShowVideo}>
          <Trans>Show video</Trans>
        </Button>
      </div>
    </div>
  )
}
