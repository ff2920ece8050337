import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './Button'
import './More.css'

interface Props {
  /** How many stand here, of how many there are. */
  shown: number
  total: number
  busy?: boolean
  onMore: () => void
}

/** The way to the rest of a list, page after page, and how much of it is here already. */
export function More({ shown, total, busy, onMore }: Props) {
  const { i18n } = useLingui()
  if (shown >= total) return null
  return (
    <div className="more-of">
      <p className="hint tnum">
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
