import type { FormEvent } from 'react'
import '@/shared/ui/Field.css'

interface Props {
  label: string
  value: string
  /** Called with the words when the operator presses Enter or leaves the field. */
  onSearch: (words: string) => void
}

/** The search of a list. It starts with Enter, so that each search is one request. */
export function SearchField({ label, value, onSearch }: Props) {
  const search = (words: string) => {
    if (words.trim() !== value) onSearch(words.trim())
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    search(String(new FormData(event.currentTarget).get('q') ?? ''))
  }
  return (
    <search>
      <form onSubmit={submit}>
        <input
          key={value}
          className="input"
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          defaultValue={value}
          maxLength={100}
          onBlur={event => search(event.target.value)}
        />
      </form>
    </search>
  )
}
