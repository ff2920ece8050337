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

/** Milliseconds after the last keystroke before a search starts. */
const DEBOUNCE_MS = 200

/** The site search. It searches while the viewer types; the arrow keys and Enter select a result. */
export default observer(function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const catalog = useCatalog()
  const { shell } = catalog
  const search = catalog.resolve(searchStore)
  const { results } = search
  const [open, setOpen] = useState(true)
  const [input, setInput] = useState('')
  const selectedPath = useRef<string | null>(null)
  // The input takes the focus before the dialog can store the focused element, so the element is stored here.
  const previousFocus = useRef(document.activeElement as HTMLElement | null)
  const query = input.trim()
  const hasLoaded = results.value?.query === query
  const isSportsChannel = shell.channel.groups.length > 0
  const hasFailed = query !== '' && results.error !== null && !results.isBusy
  const groups = useSearchItems(query && !hasFailed ? results.value : null)

  useEffect(() => {
    const timer = setTimeout(() => void search.search(query), query ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [search, query])

  const retry = () => void search.search(query)
  const select = (event: MouseEvent, item: SearchItem) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    selectedPath.current = item.to
    setOpen(false)
  }
  /** Open the selected page after the dialog has restored the focus. Otherwise the heading of the page loses it. */
  const handleClosed = () => {
    if (selectedPath.current) navigate(selectedPath.current)
    onClose()
  }
  /** Ignore Enter until the results of the current query are loaded, so that it selects no outdated result. */
  const ignoreEarlyEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || hasLoaded) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={isOpen => isOpen || handleClosed()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="search-box" aria-label={t`Search`} finalFocus={previousFocus}>
          <Autocomplete.Root
            items={groups}
            filter={null}
            mode="none"
            inline
            open
            autoHighlight="always"
            keepHighlight
            value={input}
            onValueChange={(value, { reason }) => reason === 'item-press' || setInput(value)}
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
                  placeholder={isSportsChannel ? t`Team, school, city or title` : t`Title, topic or name`}
                  maxLength={MAX_QUERY_LENGTH}
                  onKeyDownCapture={ignoreEarlyEnter}
                />
              </div>
              <Dialog.Close render={<IconButton icon="close" label={t`Close`} />} />
            </div>
            <Autocomplete.Status className="sr-only">
              {hasLoaded && !results.isBusy ? (
                <Plural value={search.count} _0="No results" one="# result" other="# results" />
              ) : null}
            </Autocomplete.Status>
            <div className="search-box__results" aria-busy={results.isBusy}>
              {hasFailed ? (
                <ErrorState title={t`Search is unavailable`} onRetry={retry} busy={results.isBusy} />
              ) : (
                <SearchResults query={query} groups={groups} hasLoaded={hasLoaded} onSelect={select} />
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

function SearchResults({ query, groups, hasLoaded, onSelect }: SearchResultsProps) {
  if (!query) {
    return (
      <p className="search-box__hint muted">
        <Trans>You don’t need the full name, accents or exact spelling.</Trans>
      </p>
    )
  }
  if (hasLoaded && groups.length === 0) {
    return (
      <EmptyState title={<Trans>No results for “{query}”</Trans>}>
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
            {(item: SearchItem) => <SearchRow key={item.key} item={item} onSelect={onSelect} />}
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

/** Focus the input when it is mounted, so that the viewer can type at once. */
const focusInput = (element: HTMLInputElement | null) => element?.focus()
