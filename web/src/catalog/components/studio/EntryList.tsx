import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import type { Entry } from '@/shared/studio/entries'
import { toText, withText } from '@/shared/studio/localizedText'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { EmptyState } from '@/shared/ui/states'
import { type ContentField, type ContentSection, withField } from '../../contentFields'
import { findSection } from '../../contentSections'
import { useCatalog } from '../../context'
import { formatEntryDate } from '../../entryDate'
import { entriesStore, type Section } from '../../stores/EntriesStore'
import { untranslatedLanguages } from '../../untranslatedLanguages'
import { EntryRow } from './EntryRow'
import { useLanguageNames } from './useLanguageNames'

const RemoveEntryDialog = lazyComponent(() => import('./RemoveEntryDialog'))
const PAGE_SIZE = 100

/** The entries of a section: search, inline rename, order and removal. */
export const EntryList = observer(function EntryList({
  section,
  loaded,
}: {
  section: ContentSection
  loaded: Section
}) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const formatError = useErrorMessage()
  const describe = useDescription(section)
  const [params, setParams] = useSearchParams()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const [dragged, setDragged] = useState<Entry | null>(null)
  const [leaving, setLeaving] = useState<Entry | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const search = params.get('search') ?? ''
  const matches = withBuiltIn(section, loaded.entries).filter(entry => describe.matches(entry, search))
  const canMove = Boolean(section.isOrdered && loaded.order && !search)

  async function move(entry: Entry, index: number) {
    const name = describe.name(entry)
    const position = index + 1
    const total = loaded.entries.length
    if (index < 0 || index >= total) return
    const error = await store.move(entry, index)
    if (error) catalog.shell.toasts.show(formatError(error), { type: 'error' })
    else setAnnouncement(t`${name} is now number ${position} of ${total}`)
  }

  async function rename(entry: Entry, name: string) {
    const error = await store.change(entry, describe.withName(entry, name))
    if (error) catalog.shell.toasts.show(formatError(error), { type: 'error' })
    else catalog.shell.toasts.show(t`Saved`, { type: 'success' })
  }

  return (
    <div className="stack">
      <TextField
        type="search"
        label={t`Search`}
        value={search}
        onChange={({ target }) =>
          setParams(target.value ? { search: target.value } : {}, { replace: true, preventScrollReset: true })
        }
      />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {matches.length ? (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Name</Trans>
              </th>
              <th scope="col">
                <Trans>Details</Trans>
              </th>
              <th scope="col">
                <Trans>Translation</Trans>
              </th>
              <th scope="col">
                <span className="sr-only">
                  <Trans>Actions</Trans>
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {matches.slice(0, limit).map((entry, index) => (
              <EntryRow
                key={entry.key}
                entry={entry}
                to={`/studio/content/${section.path}/${entry.key}`}
                {...describe.columns(entry)}
                busy={store.busy.has(entry.key) || store.busy.has('')}
                onRename={entry.version ? name => void rename(entry, name) : undefined}
                onRemove={section.addLabel && entry.version ? () => setLeaving(entry) : undefined}
                isBuiltIn={entry.key === section.builtIn?.key}
                onMove={canMove ? by => void move(entry, index + by) : undefined}
                onDragStart={() => setDragged(entry)}
                onDrop={() => dragged && void move(dragged, index)}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <EmptyState title={search ? t`Nothing matches your search` : t`Nothing here yet`}>
          {search ? <Trans>Try another word.</Trans> : <Trans>Entries that you add appear here.</Trans>}
        </EmptyState>
      )}
      {matches.length > limit ? (
        <Button onClick={() => setLimit(limit + PAGE_SIZE)}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
      {leaving ? (
        <RemoveEntryDialog
          section={section}
          entry={leaving}
          name={describe.name(leaving)}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </div>
  )
})

/** Return the entries with the built-in one, which the document may not have. */
function withBuiltIn({ section, builtIn }: ContentSection, entries: readonly Entry[]): readonly Entry[] {
  if (!builtIn || entries.some(({ key }) => key === builtIn.key)) return entries
  const { key } = builtIn
  return [{ section, key, value: { key }, version: '' }, ...entries]
}

/** Return functions that describe an entry of a section in the page's language. */
function useDescription(section: ContentSection) {
  const { i18n } = useLingui()
  const nameLanguages = useLanguageNames()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const { language: main, languages } = catalog.shell.channel.settings
  const { nameField, pictureField, detailFields = [], builtIn, addressOf } = section
  const name = ({ key, value }: Entry) =>
    toText(value[nameField], i18n.locale, main) || (key === builtIn?.key ? i18n._(builtIn.name) : '')
  const detailed = section.fields.filter(field => detailFields.includes(field.name))

  /** Return the entry that a field refers to. */
  const findReferenced = (field: ContentField, { value }: Entry) =>
    field.kind === 'reference'
      ? store.section(field.section).value?.entries.find(({ key }) => key === value[field.name])
      : undefined

  const detail = (entry: Entry) =>
    [addressOf?.(entry.key), ...detailed.map(field => describeField(field, entry))]
      .filter(Boolean)
      .join(' · ')

  function describeField(field: ContentField, entry: Entry): string {
    const value = entry.value[field.name]
    if (field.kind === 'list') return Array.isArray(value) ? i18n._(field.countLabel(value.length)) : ''
    if (field.kind === 'date') return formatEntryDate(String(value ?? ''), i18n.locale)
    const choice = field.kind === 'choice' && field.choices.find(choice => choice.value === value)
    if (choice) return i18n._(choice.label)
    return toText(findReferenced(field, entry)?.value.name ?? value, i18n.locale, main)
  }

  /** Return the picture of an entry, or of the first entry that it refers to. */
  function picture(entry: Entry): string | null {
    const own = pictureField && entry.value[pictureField]
    if (own) return own as string
    const [field] = detailed
    if (field?.kind !== 'reference') return null
    const inherited = findSection(field.section)?.pictureField
    return ((inherited && findReferenced(field, entry)?.value[inherited]) ?? null) as string | null
  }

  return {
    name,
    /** Return the entry's value with another name in the channel's main language. */
    withName: ({ value }: Entry, text: string) =>
      withField(value, nameField, withText(value[nameField], main, text, main)),
    matches: (entry: Entry, search: string) =>
      `${name(entry)} ${entry.key} ${detail(entry)}`
        .toLocaleLowerCase(i18n.locale)
        .includes(search.trim().toLocaleLowerCase(i18n.locale)),
    columns: (entry: Entry) => ({
      name: name(entry),
      detail: detail(entry),
      picture: pictureField && picture(entry),
      colors: [entry.value.color, entry.value.color_2, entry.value.colors].flat().filter(Boolean) as string[],
      untranslated: nameLanguages(untranslatedLanguages(section, entry.value, languages)),
    }),
  }
}
