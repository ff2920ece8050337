import { Trans } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '@/shared/ui/cx'
import './Choices.css'

export interface Choice {
  key: string
  label: ReactNode
  /** What the choice is worth: `+3`. */
  value?: string
  style?: CSSProperties
}

interface Props {
  title: string
  choices: readonly Choice[]
  onChoose: (key: string) => void
  onCancel: () => void
}

/** Large buttons above the halves, where the thumb is. Digits choose one, Escape goes back. */
export function Choices({ title, choices, onChoose, onCancel }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    first.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no grid of its own in every browser
    <div
      className="scorer-choices"
      role="group"
      aria-label={title}
      onKeyDown={event => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <h2 className="scorer-choices__title">{title}</h2>
      <div className={cx('scorer-choices__list', choices.length > 6 && 'scorer-choices__list--many')}>
        {choices.map(({ key, label, value, style }, index) => (
          <button
            key={key}
            ref={index === 0 ? first : undefined}
            type="button"
            className="scorer-choices__choice"
            style={style}
            onClick={() => onChoose(key)}
          >
            {value ? <b>{value}</b> : null}
            <span>{label}</span>
          </button>
        ))}
      </div>
      <button type="button" className="scorer-btn" onClick={onCancel}>
        <Trans>Back</Trans>
      </button>
    </div>
  )
}
