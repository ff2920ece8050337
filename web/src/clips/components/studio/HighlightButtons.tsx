import { Trans, useLingui } from '@lingui/react/macro'
import { useCopy } from '@/shared/hooks/useCopy'
import { Button } from '@/shared/ui/Button'
import { useClips } from '../../context'
import type { HighlightAction, StudioClip } from '../../highlightsApi'

interface Props {
  name: string
  clip: StudioClip
  isBusy: boolean
  onAct: (action: HighlightAction) => void
}

/** The actions of operators on a highlight or the reel. */
export function HighlightButtons({ name, clip, isBusy, onAct }: Props) {
  const { t } = useLingui()
  const copy = useCopy(useClips().shell.toasts)
  const { hidden, featured, share_url: shareUrl } = clip
  return (
    <>
      {shareUrl ? (
        <Button
          size="s"
          kind="quiet"
          onClick={() => void copy(new URL(shareUrl, location.origin).href, t`Share link copied`)}
        >
          <Trans>
            Copy share link <span className="sr-only">{name}</span>
          </Trans>
        </Button>
      ) : null}
      {clip.state === 'failed' ? (
        <Button size="s" busy={isBusy} onClick={() => onAct('retry')}>
          <Trans>
            Retry <span className="sr-only">{name}</span>
          </Trans>
        </Button>
      ) : hidden ? null : (
        <Button size="s" kind="quiet" busy={isBusy} onClick={() => onAct(featured ? 'unfeature' : 'feature')}>
          {featured ? (
            <Trans>
              Stop featuring <span className="sr-only">{name}</span>
            </Trans>
          ) : (
            <Trans>
              Feature <span className="sr-only">{name}</span>
            </Trans>
          )}
        </Button>
      )}
      <Button size="s" busy={isBusy} onClick={() => onAct(hidden ? 'unhide' : 'hide')}>
        {hidden ? (
          <Trans>
            Restore <span className="sr-only">{name}</span>
          </Trans>
        ) : (
          <Trans>
            Drop <span className="sr-only">{name}</span>
          </Trans>
        )}
      </Button>
    </>
  )
}
