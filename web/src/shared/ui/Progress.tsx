import { cx } from './cx'
import './Progress.css'

interface Props {
  /** What progresses, for readers. */
  label: string
  /** 0 to 100. */
  value: number
  round?: boolean
}

/** How much of something is done or watched. */
export function Progress({ label, value, round }: Props) {
  const percent = Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      className={cx('progress', round && 'progress--round')}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}
