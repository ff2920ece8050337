import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatPlayTime } from '@/shared/format/playTime'
import { Button } from '@/shared/ui/Button'
import type { ResumePosition } from './useResumePosition'
import './ResumeNotice.css'

/** A notice over the player that playback resumes at the saved position, with a button to start over. */
export function ResumeNotice({ kept, children }: { kept: ResumePosition; children: ReactNode }) {
  const at = formatPlayTime(kept.start ?? 0)
  return (
    <div className="resume-notice">
      {children}
      {kept.isNoticeShown ? (
        <div className="resume-notice__note">
          <p role="status">
            <Trans>Resuming at {at}</Trans>
          </p>
          <Button kind="glass" size="s" icon="back10" onClick={kept.startOver}>
            <Trans>Start over</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  )
}
