import { useLingui } from '@lingui/react/macro'
import { cx } from '@/shared/ui/cx'
import { useFormatters } from './useFormatters'

interface Props {
  now: number
  before: number | null
  /** Which way is the good one; of money and minutes more is. */
  good?: 'more' | 'less'
}

/** How much more or less it is than before: an arrow and a figure, never a colour alone. */
export function Change({ now, before, good = 'more' }: Props) {
  const { t } = useLingui()
  const write = useFormatters()
  // Of less than nothing there are no parts.
  if (before === null || before < 0 || (before === 0 && now < 0)) return null
  if (before === 0 && now === 0) return <span className="change">{t`no change`}</span>
  if (before === 0) return <span className="change change--good">{t`new`}</span>
  const part = (now - before) / before
  const figure = write.share(Math.abs(part))
  if (figure === write.share(0)) return <span className="change">{t`no change`}</span>
  const more = part > 0
  return (
    <span className={cx('change', more === (good === 'more') ? 'change--good' : 'change--bad')}>
      <span aria-hidden="true">{more ? '▲' : '▼'}</span> {more ? t`${figure} higher` : t`${figure} lower`}
    </span>
  )
}
