import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import '@/shared/ui/Panel.css'
import './Result.css'

interface Props {
  /** `wait` turns, and needs nobody. */
  kind: 'wait' | 'ask' | 'good' | 'bad'
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

const SIGNS = { ask: 'lock', good: 'check', bad: 'alert' } as const

/** What became of the purchase, in the place of its form. The focus goes to what it says. */
export function Result({ kind, title, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      className={cx('panel', 'result', kind === 'good' && 'panel--accent')}
      role={kind === 'bad' ? 'alert' : 'status'}
      aria-busy={kind === 'wait' || undefined}
    >
      {kind === 'wait' ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <span className={cx('result__sign', kind !== 'ask' && `result__sign--${kind}`)}>
          <Icon name={SIGNS[kind]} />
        </span>
      )}
      <div className="stack stack--2">
        <h2 className="display h3" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </section>
  )
}
