import { useLingui } from '@lingui/react/macro'
import { useFormatters } from '@/shared/charts/useFormatters'
import { cx } from '@/shared/ui/cx'

interface Props {
  value: number
  previous: number | null
  /** Whether an increase or a decrease is good. The default suits minutes and money. */
  goodDirection?: 'more' | 'less'
}

/** The change from the previous value. An arrow and text show the direction, not only a color. */
export function Change({ value, previous, goodDirection = 'more' }: Props) {
  const { t } = useLingui()
  const format = useFormatters()
  // A percentage of a negative value has no meaning.
  if (previous === null || previous < 0 || (previous === 0 && value < 0)) return null
  if (previous === 0 && value === 0) return <span className="change">{t`no change`}</span>
  if (previous === 0) return <span className="change change--good">{t`new`}</span>
  const ratio = (value - previous) / previous
  const percentage = format.share(Math.abs(ratio))
  if (percentage === format.share(0)) return <span className="change">{t`no change`}</span>
  const isHigher = ratio > 0
  return (
    <span className={cx('change', isHigher === (goodDirection === 'more') ? 'change--good' : 'change--bad')}>
      <span aria-hidden="true">{isHigher ? '▲' : '▼'}</span>{' '}
      {isHigher ? t`${percentage} higher` : t`${percentage} lower`}
    </span>
  )
}
