import { cx } from './cx'
import './Progress.css'

interface Props {
  /** The accessible name of the progress bar. */
  label: string
  /** Percentage from 0 to 100. */
  value: number
  round?: boolean
}

/** A bar that shows how much is done or watched. */
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
