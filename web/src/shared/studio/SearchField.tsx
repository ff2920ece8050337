import { useEffect, useId, useState } from 'react'
import { Icon } from '@/shared/ui/Icon'
import '@/shared/ui/Field.css'
import './SearchField.css'

const TYPING_PAUSE_MS = 350

interface Props {
  label: string
  hint: string
  value: string | null
  onChange: (value: string | null) => void
}

/** A search field. It searches when the viewer pauses, and at once after Enter. */
export function SearchField({ label, hint, value, onChange }: Props) {
  const id = useId()
  const [text, setText] = useState(value ?? '')
  const wanted = text.trim() || null
  useEffect(() => setText(value ?? ''), [value])
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => onChange(wanted), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, value, onChange])
  return (
    <search className="search-field">
      <form
        className="search-field__form"
        onSubmit={event => {
          event.preventDefault()
          onChange(wanted)
        }}
      >
        <label className="sr-only" htmlFor={id}>
          {label}
        </label>
        <Icon name="search" className="search-field__icon" />
        <input
          id={id}
          className="input search-field__input"
          type="search"
          placeholder={hint}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </form>
    </search>
  )
}
