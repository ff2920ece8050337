import { Trans, useLingui } from '@lingui/react/macro'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Button } from '@/shared/ui/Button'
import type { EventItem } from '../../model'

/** The button that replaces a hidden score and reveals the score of this game. */
export function RevealScoreButton({ event, strip }: { event: EventItem; strip?: boolean }) {
  const { t } = useLingui()
  const spoilers = useSpoilers()
  return (
    <Button
      size="s"
      kind={strip ? 'glass' : 'quiet'}
      icon="eye"
      className="show-score"
      aria-label={t`Show score: ${event.full_name}`}
      onClick={() => spoilers.reveal(event.id)}
    >
      {strip ? <Trans>Show score</Trans> : <Trans>Score</Trans>}
    </Button>
  )
}
