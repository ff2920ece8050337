import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Button } from './Button'

interface Props {
  title: ReactNode
  onRetry: () => void
  busy: boolean
}

/** An error with a retry button for a part of a panel that did not load. It is compact, because panels are small. */
export function PanelError({ title, onRetry, busy }: Props) {
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className="spread" role="alert">
      <p className="muted">{title}</p>
      <Button size="s" busy={busy} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
