import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './Button'
import './LoadMore.css'

interface Props {
  /** The number of loaded items, of `total`. */
  shown: number
  total: number
  busy?: boolean
  onLoadMore: () => void
}

/** A button that loads the next page of a list, with the number of loaded items. */
export function LoadMore({ shown, total, busy, onLoadMore }: Props) {
  const { i18n } = useLingui()
  if (shown >= total) return null
  return (
    <div className="load-more">
      <p className="hint tabular-nums">
        <Trans>
          {i18n.number(shown)} of {i18n.number(total)}
        </Trans>
      </p>
      <Button kind="outline" busy={busy} onClick={onLoadMore}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
