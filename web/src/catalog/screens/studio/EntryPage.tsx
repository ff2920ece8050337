import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { NavLink, Route, useNavigate, useParams } from 'react-router'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { Loaded } from '@/shared/studio/Loaded'
import { createKey, toText, toTexts } from '@/shared/studio/localizedText'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { TabNav } from '@/shared/ui/TabNav'
import { EntryForm } from '../../components/studio/EntryForm'
import { type ContentSection, readField } from '../../contentFields'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'
import { ContactFormEditor } from '../../stores/studio/ContactFormEditor'
import '../../components/studio/Content.css'

const FormPreview = lazyComponent(() => import('../../components/studio/FormPreview'))
const MergeDialog = lazyComponent(() => import('../../components/studio/MergeDialog'))
const Members = lazyComponent(() => import('../../components/studio/Members'))
const Videos = lazyComponent(() => import('../../components/studio/video/Videos'))

/** `/studio/content/teams/:key`: the form of an entry. `…/members`: the members of a team. `…/videos/:key/video`: the videos of an item. */
export function EntryPage({ section }: { section: ContentSection }) {
  const { key = '' } = useParams()
  return <EntryScreen key={key} section={section} entryKey={key} />
}

const EntryScreen = observer(function EntryScreen({ section, entryKey }: Props & { entryKey: string }) {
  const { t, i18n } = useLingui()
  const { shell, store, showSaved } = useEntries()
  const navigate = useNavigate()
  const [isMerging, setIsMerging] = useState(false)
  const [editor] = useState(() =>
    entryKey === section.builtIn?.key
      ? new ContactFormEditor(store.api, shell.channel.settings.languages)
      : new EntryEditor(store.api, section.section, entryKey),
  )
  const load = useCallback(() => void editor.load(), [editor])
  useEffect(load, [load])
  const name = editor.entry.value?.value[section.nameField]

  function finish() {
    if (editor.entry.value) store.put(editor.entry.value)
    showSaved()
  }

  const builtInName = entryKey === section.builtIn?.key ? t(section.builtIn.name) : entryKey
  const title = toText(name, i18n.locale, shell.channel.settings.language) || builtInName
  const isMergeable = section.mergeLabel && editor.entry.value && !editor.isChanged
  return (
    <StudioPage
      title={title}
      parent={parentOf(section, t(section.label))}
      actions={
        section.mergeLabel && isMergeable ? (
          <Button onClick={() => setIsMerging(true)}>{t(section.mergeLabel)}</Button>
        ) : null
      }
    >
      {section.hasVideos || section.hasMembers ? <EntryTabs section={section} entryKey={entryKey} /> : null}
      <RoomRoutes>
        <Route
          index
          element={
            <Loaded source={editor.entry} errorTitle={t`This entry could not be loaded`} onRetry={load}>
              {() => (
                <WithPreview section={section} editor={editor}>
                  <EntryForm section={section} editor={editor} onSaved={finish} />
                </WithPreview>
              )}
            </Loaded>
          }
        />
        {section.hasVideos ? (
          <Route path="video" element={<Videos kind="library_item" ownerKey={entryKey} />} />
        ) : null}
        {section.hasMembers ? <Route path="members" element={<Members team={entryKey} />} /> : null}
      </RoomRoutes>
      {isMerging ? (
        <MergeDialog
          section={section}
          entryKey={entryKey}
          name={title}
          onMerged={into => void navigate(`/studio/content/${section.path}/${into}`, { replace: true })}
          onClose={() => setIsMerging(false)}
        />
      ) : null}
    </StudioPage>
  )
})

/** The form of an entry, with a preview beside it if the section has one. */
function WithPreview({ section, editor, children }: Props & { editor: EntryEditor; children: ReactNode }) {
  if (!section.hasFormPreview) return children
  return (
    <div className="content-preview">
      {children}
      <FormPreview section={section} editor={editor} />
    </div>
  )
}

function EntryTabs({ section, entryKey }: Props & { entryKey: string }) {
  const { t } = useLingui()
  const path = `/studio/content/${section.path}/${entryKey}`
  return (
    <TabNav label={t`Parts of this entry`}>
      <NavLink to={path} end>
        <Trans>Details</Trans>
      </NavLink>
      {section.hasVideos ? (
        <NavLink to={`${path}/video`}>
          <Trans>Video</Trans>
        </NavLink>
      ) : null}
      {section.hasMembers ? (
        <NavLink to={`${path}/members`}>
          <Trans>Members</Trans>
        </NavLink>
      ) : null}
    </TabNav>
  )
}

/** `/studio/content/teams/_new`: the form of a new entry. Its key is made from its name. */
export const NewEntryPage = observer(function NewEntryPage({ section }: Props) {
  const { t } = useLingui()
  const { store, shell, showSaved } = useEntries()
  const navigate = useNavigate()
  const [editor] = useState(() => createEditor())
  const load = useCallback(() => void store.load(section.section), [store, section])
  useEffect(load, [load])

  function createEditor() {
    const value = section.createValue?.(shell.channel.settings.languages)
    const entry = value && { section: section.section, key: '', value, version: '' }
    return new EntryEditor(store.api, section.section, '', entry)
  }

  function addKey(value: EntryValue, entries: readonly Entry[]) {
    const texts = toTexts(readField(value, section.nameField), shell.channel.settings.language)
    const name = texts[shell.channel.settings.language] ?? Object.values(texts)[0] ?? ''
    const used = [...entries.map(({ key }) => key), ...(section.builtIn ? [section.builtIn.key] : [])]
    editor.key = createKey(name, new Set(used))
    return { ...value, key: editor.key }
  }

  function finish() {
    showSaved()
    void navigate(`/studio/content/${section.path}/${editor.key}`, { replace: true })
  }

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
          <WithPreview section={section} editor={editor}>
            <EntryForm
              section={section}
              editor={editor}
              toSaved={value => addKey(value, entries)}
              onSaved={finish}
            />
          </WithPreview>
        )}
      </Loaded>
    </StudioPage>
  )
})

interface Props {
  section: ContentSection
}

const parentOf = ({ path }: ContentSection, label: string) => ({ to: `/studio/content/${path}`, label })

function useEntries() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const showSaved = () => shell.toasts.show(t`Saved`, { type: 'success' })
  return { shell, store: catalog.resolve(entriesStore), showSaved }
}
