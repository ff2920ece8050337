import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx'
import { Icon, type IconName } from './Icon'
import './Button.css'

interface ButtonStyle {
  /** One `primary` leads on each screen; what stands beside it is `soft` (default) or `outline`. `glass` lies on pictures. */
  kind?: 'primary' | 'soft' | 'outline' | 'quiet' | 'danger' | 'glass'
  size?: 's' | 'l'
  /** Takes the whole width. */
  block?: boolean
  icon?: IconName
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'type'> & {
    /** A spinner takes the label's place; the width stays. */
    busy?: boolean
    submit?: boolean
  }

/** A button that does something on this page. */
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

/** A link that looks like a button. An address elsewhere (`https:`) leaves the page. */
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
