import type { ComponentProps } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './Icon'
import './Button.css'

type Props = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  icon: IconName
  /** The accessible name. The button has no visible text. */
  label: string
  line?: boolean
  /** Whether a toggle button is on. */
  pressed?: boolean
  small?: boolean
}

/** A round button of 44 px that shows an icon. */
export function IconButton({ icon, label, line, pressed, small, className, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={cx('icon-btn', line && 'icon-btn--line', className)}
    >
      <Icon name={icon} size={small ? 's' : undefined} />
    </button>
  )
}
