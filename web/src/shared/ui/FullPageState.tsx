import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './Icon'
import './FullPageState.css'

interface Props {
  icon?: IconName
  title: ReactNode
  /** An image behind the text, darkened so that the text is readable. */
  picture?: string | null
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert' | 'status'
  hero?: boolean
}

/** A full page with one message: not found, not in this region, or out of service. */
export function FullPageState({ icon, title, picture, children, actions, role, hero }: Props) {
  return (
    <div className="full-page-state" role={role}>
      {picture ? <img src={picture} alt="" /> : null}
      <div className="full-page-state__inner">
        {icon ? <Icon name={icon} /> : null}
        <h1
          className={cx('display full-page-state__title', hero ? 'full-page-state__hero' : 'h2')}
          tabIndex={-1}
        >
          {title}
        </h1>
        {children}
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
    </div>
  )
}
