import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { moveItem } from '@/shared/studio/moveItem'
import { OrderList } from '@/shared/studio/OrderList'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { RAIL_CATEGORY, RAIL_FIELDS } from '../../../brandFields'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { ReferenceField, useEntryOptions } from '../ReferenceFields'
import { EntryOrderList } from './EntryOrderList'

const ComboboxField = lazyComponent(() =>
  import('@/shared/ui/ComboboxField').then(({ ComboboxField }) => ({ default: ComboboxField })),
)

/** The rails of the library page. The home page can show them, too. */
export function RailList() {
  const { t } = useLingui()
  return (
    <>
      <p className="hint">
        <Trans>
          The library page shows the rails in this order. To show one on the home page, add it to the sections
          above. If you remove a rail, its section goes too. The preview shows new rails after you publish.
        </Trans>
      </p>
      <EntryOrderList
        section="library.rails"
        label={t`Rails of videos`}
        addLabel={t`Add rail`}
        newName={t`New rail`}
        newValue={{}}
        fields={RAIL_FIELDS}
        nameField="title"
        describe={({ category }) => (category ? t`A category` : t`Chosen videos`)}
        renderMore={key => <RailVideos entryKey={key} />}
      />
    </>
  )
}

/** The videos of a rail: those of a category, or chosen ones. Either replaces the other. */
const RailVideos = observer(function RailVideos({ entryKey }: { entryKey: string }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const formatError = useErrorMessage()
  const value = store.value('library.rails', entryKey)
  const [source, setSource] = useState<'items' | 'category'>(value.category ? 'category' : 'items')
  const error = ['category', 'items']
    .map(name => store.errorOf('library.rails', entryKey, name))
    .find(Boolean)
  const note = error && formatError(error)
  const { category, items = [], ...others } = value
  const change = (videos: { category?: unknown } | { items: readonly string[] }) =>
    store.setValue('library.rails', entryKey, { ...others, ...videos })
  return (
    <div className="stack">
      <SegmentedControl
        label={t`Videos of the rail`}
        value={source}
        onChange={setSource}
        choices={[
          { value: 'items', label: t`Chosen videos` },
          { value: 'category', label: t`A category` },
        ]}
      />
      {source === 'category' ? (
        <ReferenceField
          field={RAIL_CATEGORY}
          value={category}
          error={note}
          onChange={key => change({ category: key })}
        />
      ) : (
        <RailItems
          keys={items as readonly string[]}
          error={note}
          onChange={keys => change(keys.length ? { items: keys } : {})}
        />
      )}
    </div>
  )
})

interface ItemsProps {
  keys: readonly string[]
  error: string | undefined
  onChange: (keys: readonly string[]) => void
}

/** The chosen videos of a rail in their order, and a search that adds others. */
const RailItems = observer(function RailItems({ keys, error, onChange }: ItemsProps) {
  const { t } = useLingui()
  const options = useEntryOptions('library.items')
  const [added, setAdded] = useState(0)
  const nameOf = (key: string) => options.find(({ value }) => value === key)?.label ?? key
  return (
    <>
      {keys.length ? (
        <OrderList
          label={t`Chosen videos`}
          items={keys.map(key => ({ id: key, label: nameOf(key) }))}
          onMove={(from, to) => onChange(moveItem(keys, from, to))}
          onRemove={key => onChange(keys.filter(other => other !== key))}
        />
      ) : null}
      <ComboboxField
        // Each choice leaves an empty field for the next one.
        key={added}
        label={t`Add video`}
        placeholder={t`Type a title`}
        error={error}
        options={options.filter(({ value }) => !keys.includes(value))}
        value=""
        autoFocus={added > 0}
        onChange={key => {
          if (!key) return
          onChange([...keys, key])
          setAdded(added + 1)
        }}
      />
    </>
  )
})
