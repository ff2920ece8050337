import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Badge } from '@/shared/ui/Badge'
import { Button, LinkButton } from '@/shared/ui/Button'
import { Progress } from '@/shared/ui/Progress'
import { ShareButton } from '@/shared/ui/ShareButton'
import { useClips } from '../context'
import { type Clip, clipTitle } from '../model'
import { ClipImage } from './ClipImage'
import { embedPath } from './embedPath'
import { ProcessingBadge } from './ProcessingBadge'
import { useClipActions } from './useClipActions'
import { useClipLabels } from './useClipLabels'
import '@/shared/ui/Panel.css'
import './Clips.css'

interface Props {
  clip: Clip
  level?: 2 | 3
  /** What else may be done with it. */
  more?: ReactNode
}

/** A viewer's clip: how far its file is, and what can be done with it meanwhile. It plays from the beginning. */
export const OwnClipCard = observer(function OwnClipCard({ clip, level = 3, more }: Props) {
  const { t } = useLingui()
  const { shell } = useClips()
  const words = useClipLabels()
  const acts = useClipActions()
  const Heading = `h${level}` as const
  const ready = clip.state === 'ready' && !clip.hidden
  const share = words.share(clip)
  const failed = clip.state === 'failed' && !clip.hidden
  const mayTake = shell.viewer.capabilities.includes('download_clip')
  return (
    <article className="panel own-clip">
      <div className="own-clip__picture">
        <ClipImage clip={clip} />
      </div>
      <div className="stack stack--2">
        <div className="cluster">
          <Heading className="own-clip__name">{clip.name}</Heading>
          {clip.hidden ? (
            <Badge tone="bad">
              <Trans>Hidden by the channel</Trans>
            </Badge>
          ) : (
            <ProcessingBadge state={clip.state} progress={clip.progress} />
          )}
        </div>
        {clip.hidden ? null : <p className="hint">{words.state(clip)}</p>}
        {share && !clip.hidden ? <p className="hint">{share}</p> : null}
        {!clip.hidden && clip.state === 'processing' ? (
          <Progress round label={t`Creating clip`} value={clip.progress} />
        ) : null}
      </div>
      <div className="actions own-clip__actions">
        {failed ? (
          <LinkButton size="s" kind="primary" to={`/watch/${clip.event_id}/clip?clip=${clip.id}`}>
            <Trans>Edit and retry</Trans>
          </LinkButton>
        ) : null}
        {failed && clip.is_own ? (
          <Button size="s" busy={acts.busy(clip) === 'retry'} onClick={() => void acts.retry(clip)}>
            <Trans>Try again</Trans>
          </Button>
        ) : null}
        {clip.share_url ? (
          <ShareButton
            size="s"
            kind={ready ? 'primary' : undefined}
            title={clipTitle(clip)}
            url={clip.share_url}
            embed={embedPath(clip)}
            toasts={shell.toasts}
          />
        ) : null}
        {ready && mayTake ? (
          <Button
            size="s"
            icon="download"
            busy={acts.busy(clip) === 'download'}
            onClick={() => void acts.download(clip)}
          >
            <Trans>Download</Trans>
          </Button>
        ) : null}
        <LinkButton size="s" icon="play" to={`/watch_library/${clip.id}`}>
          <Trans>Play</Trans>
        </LinkButton>
        {more}
      </div>
    </article>
  )
})
