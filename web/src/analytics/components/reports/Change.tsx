import { useLingui } from '@lingui/react/macro'
import { cx } from '@/shared/ui/cx'
import { useFormatters } from './useFormatters'

interface Props {
  now: number
  before: number | null
  /** Whether an increase or a decrease is good. The default suits minutes and money. */
  good?: 'more' | 'less'
}

/** The change from the previous value. An arrow and text show the direction, not only a color. */
export function Change({ now, before, good = 'more' }: Props) {
  const { t } = useLingui()
  const format = useFormatters()
  // A percentage of a negative value has no meaning.
  if (before === null || before < 0 || (before === 0 && now < 0)) return null
  if (before === 0 && now === 0) return <span className="change">{t`no change`}</span>
  if (before === 0) return <span className="change change--good">{t`new`}</span>
  const ratio = (now - before) / before
  const figure = format.share(Math.abs(ratio))
  if (figure === format.share(0)) return <span className="change">{t`no change`}</span>
  const isMore = ratio > 0
  return (
    <span className={cx('change', isMore === (good === 'more') ? 'change--good' : 'change--bad')}>
      <span aria-hidden="true">{isMore ? '▲' : '▼'}</span> {isMore ? t`${figure} higher` : t`${figure} lower`}
    </span>
  )
}
