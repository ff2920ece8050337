import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { playTime } from '@/shared/format/playTime'
import { Button } from '@/shared/ui/Button'
import type { Kept } from './useKept'
import './Resumed.css'

/** A player, and over it that it goes on where this viewer stopped, with the way to the beginning. */
export function Resumed({ kept, children }: { kept: Kept; children: ReactNode }) {
  const at = playTime(kept.start ?? 0)
  return (
    <div className="resumed">
      {children}
      {kept.told ? (
        <div className="resumed__note">
          <p role="status">
            <Trans>You go on at {at}</Trans>
          </p>
          <Button kind="glass" size="s" icon="back10" onClick={kept.startOver}>
            <Trans>Start over</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  )
}
