import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import '@/shared/ui/Panel.css'
import './ResultPanel.css'

interface Props {
  /** The kind of result. `pending` shows a spinner and needs no action. */
  kind: 'pending' | 'question' | 'success' | 'error'
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

const KIND_ICONS = { question: 'lock', success: 'check', error: 'alert' } as const
const MODIFIERS = {
  question: null,
  success: 'result-panel__icon--success',
  error: 'result-panel__icon--error',
} as const

/** The panel with a result of the payment, in place of the form. Its heading receives the focus. */
export function ResultPanel({ kind, title, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      className={cx('panel', 'result-panel', kind === 'success' && 'panel--accent')}
      role={kind === 'error' ? 'alert' : 'status'}
      aria-busy={kind === 'pending' || undefined}
    >
      {kind === 'pending' ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <span className={cx('result-panel__icon', MODIFIERS[kind])}>
          <Icon name={KIND_ICONS[kind]} />
        </span>
      )}
      <div className="stack stack--2">
        <h2 className="display h3" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      {actions ? <div className="actions result-panel__actions">{actions}</div> : null}
    </section>
  )
}
