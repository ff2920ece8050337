import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Entry } from '@/shared/studio/entries'
import { Loaded } from '@/shared/studio/Loaded'
import { toText } from '@/shared/studio/localizedText'
import { StudioPage } from '@/shared/studio/StudioPage'
import { EntryForm } from '../../components/studio/EntryForm'
import type { ContentSection } from '../../contentSections'
import { useCatalog } from '../../context'
import { ContentEditor } from '../../stores/ContentEditor'
import { entriesStore } from '../../stores/EntriesStore'
import '../../components/studio/Content.css'

/** `/studio/content/teams/:key`: the form of an entry. */
export const EntryPage = observer(function EntryPage({ section }: { section: ContentSection }) {
  const { t, i18n } = useLingui()
  const { key = '' } = useParams()
  const catalog = useCatalog()
  const store = catalog.resolve(entriesStore)
  const load = useCallback(() => void store.loadEntry(section.section, key), [store, section, key])
  useEffect(load, [load])
  const value = store.entry.value?.value ?? {}
  const { language } = catalog.shell.channel.settings
  return (
    <StudioPage
      title={toText(value[section.nameField], i18n.locale, language) || key}
      parent={parentOf(section, t(section.label))}
    >
      <Loaded source={store.entry} errorTitle={t`This entry could not be loaded`} onRetry={load}>
        {entry => <Editor key={entry.key} section={section} entry={entry} />}
      </Loaded>
    </StudioPage>
  )
})

/** `/studio/content/teams/_new`: the form of a new entry. Its key is made from its name. */
export const NewEntryPage = observer(function NewEntryPage({ section }: { section: ContentSection }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(entriesStore)
  const load = useCallback(() => void store.load(section.section), [store, section])
  useEffect(load, [load])
  return (
    <StudioPage
      title={section.addLabel ? t(section.addLabel) : ''}
      parent={parentOf(section, t(section.label))}
    >
      <Loaded
        source={store.section(section.section)}
        errorTitle={t`The entries could not be loaded`}
        onRetry={load}
      >
        {({ entries }) => (
          <Editor section={section} entry={null} usedKeys={new Set(entries.map(({ key }) => key))} />
        )}
      </Loaded>
    </StudioPage>
  )
})

const parentOf = ({ path }: ContentSection, label: string) => ({ to: `/studio/content/${path}`, label })

interface EditorProps {
  section: ContentSection
  entry: Entry | null
  usedKeys?: ReadonlySet<string>
}

function Editor({ section, entry, usedKeys }: EditorProps) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const navigate = useNavigate()
  const store = catalog.resolve(entriesStore)
  const { language } = catalog.shell.channel.settings
  const [editor] = useState(() => new ContentEditor(store, section, entry, language, usedKeys))

  function finish(saved: Entry) {
    catalog.shell.toasts.show(t`Saved`, { type: 'success' })
    if (!entry) navigate(`/studio/content/${section.path}/${saved.key}`, { replace: true })
  }

  return <EntryForm section={section} editor={editor} onSaved={finish} />
}
