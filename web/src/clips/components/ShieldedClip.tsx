import { Trans, useLingui } from '@lingui/react/macro'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import type { Clip } from '../model'

interface Props {
  clip: Clip
  /** The title of the page, without the name of the clip. */
  title: string | null
}

/** Replaces a clip that may reveal the score until the viewer asks for it. */
export function ShieldedClip({ clip, title }: Props) {
  const { t } = useLingui()
  const spoilers = useSpoilers()
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        {title}
      </h1>
      <EmptyState
        icon="eye"
        title={t`This clip may reveal the score`}
        actions={
          <Button kind="primary" icon="play" onClick={() => spoilers.reveal(clip.event_id)}>
            <Trans>Show clip</Trans>
          </Button>
        }
      >
        {title}
      </EmptyState>
    </>
  )
}
