import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '@/shared/ui/Icon'
import { IconButton } from '@/shared/ui/IconButton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useCatalog } from '../../context'
import { MAX_QUERY_LENGTH } from '../../filters'
import { searchStore } from '../../stores/SearchStore'
import { SearchRow } from './SearchRow'
import { type SearchGroup, type SearchItem, useSearchItems } from './useSearchItems'
import '@/shared/ui/Dialog.css'
import '@/shared/ui/Field.css'
import './Search.css'

/** A pause in typing that is a question. */
const DEBOUNCE_MS = 200

/** The site's search: it asks while one types, and arrows and Enter go where one wants to. */
export default observer(function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const catalog = useCatalog()
  const { shell } = catalog
  const search = catalog.resolve(searchStore)
  const { results: found } = search
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const chosen = useRef<string | null>(null)
  // The input takes the focus before the dialog has noted where it was.
  const before = useRef(document.activeElement as HTMLElement | null)
  const words = typed.trim()
  const answered = found.value?.query === words
  const sports = shell.channel.groups.length > 0
  const failed = words !== '' && found.error !== null && !found.busy
  const groups = useSearchItems(words && !failed ? found.value : null)

  useEffect(() => {
    const timer = setTimeout(() => void search.search(words), words ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [search, words])

  const ask = () => void search.search(words)
  const go = (event: MouseEvent, item: SearchItem) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    chosen.current = item.to
    setOpen(false)
  }
  /** The page that was chosen comes when the focus is back, so that it goes to the new heading from there. */
  const closed = () => {
    if (chosen.current) navigate(chosen.current)
    onClose()
  }
  /** Enter chooses among the answers to what is written now, not to what was. */
  const guard = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || answered) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={is => is || closed()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="search-box" aria-label={t`Search`} finalFocus={before}>
          <Autocomplete.Root
            items={groups}
            filter={null}
            mode="none"
            inline
            open
            autoHighlight="always"
            keepHighlight
            value={typed}
            onValueChange={(value, { reason }) => reason === 'item-press' || setTyped(value)}
            itemToStringValue={item => item.name}
          >
            <div className="search-box__field">
              <div className="search-box__query">
                <Icon name="search" className="search-box__icon" />
                <Autocomplete.Input
                  ref={focusInput}
                  className="input search-box__input"
                  type="search"
                  enterKeyHint="search"
                  aria-label={t`Search`}
                  aria-expanded={groups.length > 0}
                  placeholder={sports ? t`Team, school, city or title` : t`Title, topic or name`}
                  maxLength={MAX_QUERY_LENGTH}
                  onKeyDownCapture={guard}
                />
              </div>
              <Dialog.Close render={<IconButton icon="close" label={t`Close`} />} />
            </div>
            <Autocomplete.Status className="sr-only">
              {answered && !found.busy ? (
                <Plural value={search.count} _0="No results" one="# result" other="# results" />
              ) : null}
            </Autocomplete.Status>
            <div className="search-box__found" aria-busy={found.busy}>
              {failed ? (
                <ErrorState title={t`Search is unavailable`} onRetry={ask} busy={found.busy} />
              ) : (
                <SearchResults query={words} groups={groups} hasLoaded={answered} onSelect={go} />
              )}
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
})

interface SearchResultsProps {
  query: string
  groups: SearchGroup[]
  hasLoaded: boolean
  onSelect: (event: MouseEvent, item: SearchItem) => void
}

function SearchResults({ query: words, groups, hasLoaded: answered, onSelect: onGo }: SearchResultsProps) {
  if (!words) {
    return (
      <p className="search-box__hint muted">
        <Trans>You don’t need the full name, accents or exact spelling.</Trans>
      </p>
    )
  }
  if (answered && groups.length === 0) {
    return (
      <EmptyState title={<Trans>No results for “{words}”</Trans>}>
        <Trans>Try a shorter or different search.</Trans>
      </EmptyState>
    )
  }
  if (groups.length === 0) return <SearchSkeleton />
  return (
    <Autocomplete.List className="search-box__list">
      {(group: SearchGroup) => (
        <Autocomplete.Group key={group.value} items={group.items}>
          <Autocomplete.GroupLabel className="search-box__label">{group.value}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: SearchItem) => <SearchRow key={item.key} item={item} onSelect={onGo} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
}

function SearchSkeleton() {
  return (
    <div aria-hidden="true">
      {['a', 'b', 'c', 'd'].map(key => (
        <div key={key} className="search-row">
          <span className="search-row__picture skeleton" />
          <span className="search-row__text skeleton" />
        </div>
      ))}
    </div>
  )
}

/** What is typed at once counts: the input has the focus as soon as it is there. */
const focusInput = (input: HTMLInputElement | null) => input?.focus()
