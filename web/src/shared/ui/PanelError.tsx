import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Button } from './Button'

interface Props {
  title: ReactNode
  onRetry: () => void
  busy: boolean
}

/** A part of a panel that did not load: a line and a retry, for a panel has no room for more. */
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
