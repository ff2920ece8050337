import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '@/shared/ui/Icon'
import '@/shared/ui/Field.css'

interface Props {
  title: string
  onSearch: (words: string) => void
}

/** A pause in typing that is a question. */
const DEBOUNCE_MS = 300

/** The search by title; it asks while one types. */
export function LibrarySearch({ title, onSearch }: Props) {
  const { t } = useLingui()
  const [words, setWords] = useState(title)
  const searched = useRef(title)
  const latest = useRef(onSearch)
  latest.current = onSearch

  // The address changed by itself: a category, or the way back.
  useEffect(() => {
    if (title === searched.current) return
    searched.current = title
    setWords(title)
  }, [title])

  useEffect(() => {
    const wanted = words.trim()
    if (wanted === searched.current) return
    const timer = setTimeout(() => {
      searched.current = wanted
      latest.current(wanted)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [words])

  return (
    <search className="library__search">
      <Icon name="search" className="library__icon" />
      <input
        className="input library__input"
        type="search"
        aria-label={t`Search the library by title`}
        placeholder={t`Search by title`}
        value={words}
        maxLength={200}
        onChange={event => setWords(event.target.value)}
      />
    </search>
  )
}
