import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { EntryValue } from '@/shared/studio/entries'
import { toText } from '@/shared/studio/localizedText'
import { OrderList } from '@/shared/studio/OrderList'
import { Button } from '@/shared/ui/Button'
import type { ContentField } from '../../../contentFields'
import { useCatalog } from '../../../context'
import { brandStore, type ListSection } from '../../../stores/studio/BrandStore'
import { BrandFields } from './BrandFields'

interface Props {
  section: ListSection
  label: string
  addLabel: string
  /** The name and the other fields of a new entry. */
  newName: string
  newValue: EntryValue
  fields: readonly ContentField[]
  nameField: string
  describe: (value: EntryValue) => string
  /** More of the form of an entry, below its fields. */
  renderMore?: (key: string) => ReactNode
}

/** The entries of a section in their order: add, edit, move and remove. */
export const EntryOrderList = observer(function EntryOrderList(props: Props) {
  const { section, label, addLabel, newName, newValue, fields, nameField, describe, renderMore } = props
  const { i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(brandStore)
  const [openId, setOpenId] = useState<string | null>(null)
  const { language } = catalog.shell.channel.settings
  const items = store.keys(section).map(key => {
    const value = store.value(section, key)
    return { id: key, label: toText(value[nameField], i18n.locale, language) || key, detail: describe(value) }
  })
  return (
    <>
      <OrderList
        label={label}
        items={items}
        onMove={(from, to) => store.move(section, from, to)}
        onRemove={key => store.remove(section, key)}
        openId={openId}
        onOpen={setOpenId}
        renderForm={key => (
          <div className="content-form">
            <BrandFields section={section} entryKey={key} fields={fields} />
            {renderMore?.(key)}
          </div>
        )}
      />
      <div className="actions">
        <Button
          icon="plus"
          onClick={() => setOpenId(store.add(section, newName, { ...newValue, [nameField]: newName }))}
        >
          {addLabel}
        </Button>
      </div>
    </>
  )
})
