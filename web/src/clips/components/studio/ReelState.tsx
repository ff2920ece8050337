import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Badge } from '@/shared/ui/Badge'
import type { HighlightAction, StudioClip, StudioHighlights } from '../../highlightsApi'
import { formatSeconds } from '../../timeline'
import { HighlightButtons } from './HighlightButtons'

interface Props {
  reel: NonNullable<StudioHighlights['reel']>
  isBusy: boolean
  onAct: (clip: StudioClip, action: HighlightAction) => void
}

/** The reel of an event: whether it shows the latest changes, how far its file is, and its actions. */
export function ReelState({ reel, isBusy, onAct }: Props) {
  const { t } = useLingui()
  const { clip, waiting } = reel
  const { progress } = clip ?? { progress: 0 }
  const states = {
    queued: t`Its file is queued.`,
    processing: t`Its file is ${progress}% ready.`,
    ready: t`Its file is ready.`,
    failed: clip?.failure_message ?? t`Its file could not be made.`,
  }
  return (
    <div className="stack stack--2">
      <p className="cluster" role="status">
        <strong>
          {clip ? <Link to={`/watch_library/${clip.id}`}>{clip.name}</Link> : <Trans>Reel</Trans>}
        </strong>
        {clip ? <Badge>{formatSeconds(Math.round(clip.duration))}</Badge> : null}
        {clip?.hidden ? (
          <Badge tone="warning">
            <Trans>Dropped</Trans>
          </Badge>
        ) : null}
        <span className="muted">
          {waiting ? (
            <Trans>The reel is being made.</Trans>
          ) : clip ? (
            states[clip.state]
          ) : (
            <Trans>There is no reel, because no highlight is left.</Trans>
          )}
        </span>
      </p>
      {clip ? (
        <div className="cluster">
          <HighlightButtons name={clip.name} clip={clip} isBusy={isBusy} onAct={it => onAct(clip, it)} />
        </div>
      ) : null}
    </div>
  )
}
