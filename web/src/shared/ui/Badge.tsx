import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './Icon'
import './Badge.css'

interface Props {
  /** `chip` (default) lies on pictures; `plain` on the page; `ok`, `wait`, `bad` tell a state. */
  tone?: 'chip' | 'live' | 'price' | 'plain' | 'ok' | 'wait' | 'bad'
  icon?: IconName
  children: ReactNode
}

/** A word or two about a thing. Its colour never stands alone: there is always a word. */
export function Badge({ tone = 'chip', icon, children }: Props) {
  return (
    <span className={cx('badge', tone !== 'chip' && `badge--${tone}`)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
