import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '@/shared/ui/Icon'
import '@/shared/ui/Field.css'

interface Props {
  title: string
  onSearch: (query: string) => void
}

/** Milliseconds after the last keystroke before a search starts. */
const DEBOUNCE_MS = 300

/** The search field of the library. It searches by title while the viewer types. */
export function LibrarySearch({ title, onSearch }: Props) {
  const { t } = useLingui()
  const [query, setQuery] = useState(title)
  const searched = useRef(title)
  const latestOnSearch = useRef(onSearch)
  latestOnSearch.current = onSearch

  // The URL changed without the field: the viewer chose a category or went back.
  useEffect(() => {
    if (title === searched.current) return
    searched.current = title
    setQuery(title)
  }, [title])

  useEffect(() => {
    const trimmed = query.trim()
    if (trimmed === searched.current) return
    const timer = setTimeout(() => {
      searched.current = trimmed
      latestOnSearch.current(trimmed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query])

  return (
    <search className="library__search">
      <Icon name="search" className="library__icon" />
      <input
        className="input library__input"
        type="search"
        aria-label={t`Search the library by title`}
        placeholder={t`Search by title`}
        value={query}
        maxLength={200}
        onChange={event => setQuery(event.target.value)}
      />
    </search>
  )
}
