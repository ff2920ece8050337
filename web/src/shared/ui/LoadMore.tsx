import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './Button'
import './LoadMore.css'

interface Props {
  /** How many stand here, of how many there are. */
  shown: number
  total: number
  busy?: boolean
  onLoadMore: () => void
}

/** The way to the rest of a list, page after page, and how much of it is here already. */
export function LoadMore({ shown, total, busy, onLoadMore: onMore }: Props) {
  const { i18n } = useLingui()
  if (shown >= total) return null
  return (
    <div className="load-more">
      <p className="hint tabular-nums">
        <Trans>
          {i18n.number(shown)} of {i18n.number(total)}
        </Trans>
      </p>
      <Button kind="outline" busy={busy} onClick={onMore}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
