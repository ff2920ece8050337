import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatPlayTime } from '@/shared/format/playTime'
import { Button } from '@/shared/ui/Button'
import type { ResumePosition } from './useResumePosition'
import './ResumeNotice.css'

/** A notice over the player that playback resumes at the saved position, with a button to start over. */
export function ResumeNotice({ resume, children }: { resume: ResumePosition; children: ReactNode }) {
  const time = formatPlayTime(resume.start ?? 0)
  return (
    <div className="resume-notice">
      {children}
      {resume.isNoticeShown ? (
        <div className="resume-notice__note">
          <p role="status">
            <Trans>Resuming at {time}</Trans>
          </p>
          <Button kind="glass" size="s" icon="back10" onClick={resume.startOver}>
            <Trans>Start over</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  )
}
