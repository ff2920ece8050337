import { Trans } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import type { ProcessingState } from '../model'

/** The state of the file of a clip or an event. */
export function ProcessingBadge({ state, progress }: { state: ProcessingState; progress: number }) {
  if (state === 'ready') {
    return (
      <Badge tone="success">
        <Trans>Ready</Trans>
      </Badge>
    )
  }
  if (state === 'failed') {
    return (
      <Badge tone="danger">
        <Trans>Failed</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone="warning">
      {state === 'queued' ? <Trans>Queued</Trans> : <Trans>Creating {progress}%</Trans>}
    </Badge>
  )
}
