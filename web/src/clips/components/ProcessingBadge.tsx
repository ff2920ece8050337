import { Trans } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import type { ProcessingState } from '../model'

/** The state of the file of a clip or an event. */
export function ProcessingBadge({ state, progress }: { state: ProcessingState; progress: number }) {
  if (state === 'ready') {
    return (
      <Badge tone="ok">
        <Trans>Ready</Trans>
      </Badge>
    )
  }
  if (state === 'failed') {
    return (
      <Badge tone="bad">
        <Trans>Failed</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone="wait">
      {state === 'queued' ? <Trans>Queued</Trans> : <Trans>Creating {progress}%</Trans>}
    </Badge>
  )
}
