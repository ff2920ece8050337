import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './Icon'
import './Badge.css'

interface Props {
  /** `chip` (default) is for images, `plain` for the page. `success`, `warning` and `danger` show a state. */
  tone?: 'chip' | 'live' | 'price' | 'plain' | 'success' | 'warning' | 'danger'
  icon?: IconName
  children: ReactNode
}

/** A short label. It always has text, because color alone must not carry meaning. */
export function Badge({ tone = 'chip', icon, children }: Props) {
  return (
    <span className={cx('badge', tone !== 'chip' && `badge--${tone}`)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
