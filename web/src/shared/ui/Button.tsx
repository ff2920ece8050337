import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx'
import { Icon, type IconName } from './Icon'
import './Button.css'

interface ButtonStyle {
  /** Each screen has one `primary` button. Other buttons are `soft` (default) or `outline`. `glass` is for images. */
  kind?: 'primary' | 'soft' | 'outline' | 'quiet' | 'danger' | 'glass'
  size?: 's' | 'l'
  /** Whether the button fills the width of its container. */
  block?: boolean
  icon?: IconName
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'type'> & {
    /** Whether a spinner replaces the label. The width stays the same. */
    busy?: boolean
    submit?: boolean
  }

/** A button for an action on this page. */
export function Button({ kind, size, block, icon, busy, submit, className, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      aria-busy={busy || undefined}
      className={buttonClass({ kind, size, block }, className)}
    >
      {renderLabel(icon, size, children)}
    </button>
  )
}

type LinkButtonProps = ButtonStyle & LinkProps

/** A link with the look of a button. A URL of another site (`https:`) leaves the page. */
export function LinkButton({ kind, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ kind, size, block }, className)}>
      {renderLabel(icon, size, children)}
    </Link>
  )
}

function buttonClass({ kind = 'soft', size, block }: ButtonStyle, className?: string): string {
  return cx(
    'btn',
    kind !== 'soft' && `btn--${kind}`,
    size && `btn--${size}`,
    block && 'btn--block',
    className,
  )
}

function renderLabel(icon: IconName | undefined, size: ButtonStyle['size'], children: ReactNode) {
  if (!icon) return children
  return (
    <>
      <Icon name={icon} size={size === 's' ? 's' : undefined} />
      {children}
    </>
  )
}
