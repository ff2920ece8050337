import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { toText } from '@/shared/studio/localizedText'
import { moveItem } from '@/shared/studio/moveItem'
import { OrderList } from '@/shared/studio/OrderList'
import { Field } from '@/shared/ui/Field'
import { Select } from '@/shared/ui/Select'
import { BLOCK_PLACES, HOME_SECTIONS, SLIDE_FIELDS } from '../../../brandFields'
import { useCatalog } from '../../../context'
import { brandStore, homeSections } from '../../../stores/studio/BrandStore'
import { EntryOrderList } from './EntryOrderList'
import { RailList } from './RailList'

/** The slides and the sections of the home page, and the rails of videos. */
export function HomeTab() {
  const { t } = useLingui()
  return (
    <>
      <section className="stack">
        <h2 className="h3">
          <Trans>Slides</Trans>
        </h2>
        <EntryOrderList
          section="slides"
          label={t`Slides`}
          addLabel={t`Add slide`}
          newName={t`New slide`}
          newValue={{}}
          fields={SLIDE_FIELDS}
          nameField="title"
          describe={({ type, of }) => (type && type !== 'main' ? String(of) : '')}
        />
      </section>
      <section className="stack">
        <h2 className="h3">
          <Trans>Sections</Trans>
        </h2>
        <HomeSectionList />
      </section>
      <section className="stack">
        <h2 className="h3">
          <Trans>Rails of videos</Trans>
        </h2>
        <RailList />
      </section>
    </>
  )
}

const HomeSectionList = observer(function HomeSectionList() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const labels = useSectionLabels()
  const sections = homeSections(store.value('channel'))
  const change = (next: readonly string[]) => store.change('channel', '', 'settings.home', next)
  const others = Object.keys(labels).filter(name => !sections.includes(name))
  return (
    <>
      <OrderList
        label={t`Sections`}
        items={sections.map(name => ({ id: name, label: labels[name] ?? name }))}
        onMove={(from, to) => change(moveItem(sections, from, to))}
        onRemove={name => change(sections.filter(other => other !== name))}
      />
      <Field label={t`Add section`}>
        {ids => (
          <Select
            label={t`Add section`}
            all={t`Choose a section`}
            options={others.map(name => ({ value: name, label: labels[name] ?? name }))}
            value={null}
            onChange={name => name && change([...sections, name])}
            {...ids}
          />
        )}
      </Field>
    </>
  )
})

/** Return the names of all sections that the home page can show. */
function useSectionLabels(): Readonly<Record<string, string>> {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(brandStore)
  const { language } = catalog.shell.channel.settings
  const titleOf = (title: unknown, key: string) => toText(title, i18n.locale, language) || key
  const blocks = (store.value('channel').static_blocks ?? {}) as Record<string, { title?: unknown }>
  const bands = Object.entries(blocks)
    .filter(([key]) => !(key in BLOCK_PLACES))
    .map(([key, { title }]) => {
      const name = titleOf(title, key)
      return [`band:${key}`, t`Text: ${name}`]
    })
  const rails = store.keys('library.rails').map(key => {
    const name = titleOf(store.value('library.rails', key).title, key)
    return [`rail:${key}`, t`Rail: ${name}`]
  })
  const builtIn = Object.entries(HOME_SECTIONS).map(([name, label]) => [name, t(label)])
  return Object.fromEntries([...builtIn, ...bands, ...rails])
}
