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
  /** More actions. */
  more?: ReactNode
}

/** The card of a viewer's clip, with its progress and actions. The clip plays before its file is ready. */
export const OwnClipCard = observer(function OwnClipCard({ clip, level = 3, more }: Props) {
  const { t } = useLingui()
  const { shell } = useClips()
  const labels = useClipLabels()
  const actions = useClipActions()
  const Heading = `h${level}` as const
  const isReady = clip.state === 'ready' && !clip.hidden
  const shareNote = labels.share(clip)
  const hasFailed = clip.state === 'failed' && !clip.hidden
  const canDownload = shell.viewer.capabilities.includes('download_clip')
  return (
    <article className="panel own-clip">
      <div className="own-clip__picture">
        <ClipImage clip={clip} />
      </div>
      <div className="stack stack--2">
        <div className="cluster">
          <Heading className="own-clip__name">{clip.name}</Heading>
          {clip.hidden ? (
            <Badge tone="danger">
              <Trans>Hidden by the channel</Trans>
            </Badge>
          ) : (
            <ProcessingBadge state={clip.state} progress={clip.progress} />
          )}
        </div>
        {clip.hidden ? null : <p className="hint">{labels.state(clip)}</p>}
        {shareNote && !clip.hidden ? <p className="hint">{shareNote}</p> : null}
        {!clip.hidden && clip.state === 'processing' ? (
          <Progress round label={t`Creating clip`} value={clip.progress} />
        ) : null}
      </div>
      <div className="actions own-clip__actions">
        {hasFailed ? (
          <LinkButton size="s" kind="primary" to={`/watch/${clip.event_id}/clip?clip=${clip.id}`}>
            <Trans>Edit and retry</Trans>
          </LinkButton>
        ) : null}
        {hasFailed && clip.is_own ? (
          <Button size="s" busy={actions.busy(clip) === 'retry'} onClick={() => void actions.retry(clip)}>
            <Trans>Try again</Trans>
          </Button>
        ) : null}
        {clip.share_url ? (
          <ShareButton
            size="s"
            kind={isReady ? 'primary' : undefined}
            title={clipTitle(clip)}
            url={clip.share_url}
            embed={embedPath(clip)}
            toasts={shell.toasts}
          />
        ) : null}
        {isReady && canDownload ? (
          <Button
            size="s"
            icon="download"
            busy={actions.busy(clip) === 'download'}
            onClick={() => void actions.download(clip)}
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
