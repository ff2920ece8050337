import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryValue } from '@/shared/studio/entries'
import { toText } from '@/shared/studio/localizedText'
import { type ContentField, readField, withField } from '../../../contentSections'
import { useCatalog } from '../../../context'
import { moveItem } from '../../../moveItem'
import { brandStore } from '../../../stores/studio/BrandStore'
import { ContentFieldInput } from '../ContentFieldInput'
import { OrderList } from './OrderList'

interface Props {
  section: string
  entryKey?: string
  /** The field with the list. */
  name: string
  label: string
  fields: readonly ContentField[]
  nameField: string
  /** The field that differs from item to item. */
  idField: string
  isOrdered?: boolean
  detailOf?: (item: EntryValue) => string
  /** Why an item cannot be removed. */
  lockOf?: (item: EntryValue) => string | null
  /** Called with the next list instead of the draft's own change. */
  onChange?: (items: readonly EntryValue[]) => void
  renderAdd: (add: (item: EntryValue) => void) => ReactNode
}

/** A list inside an entry of the draft, with a form for each of its items. */
export const ListField = observer(function ListField(props: Props) {
  const { section, entryKey = '', name, label, fields, nameField, idField, isOrdered } = props
  const { i18n } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(brandStore)
  const formatError = useErrorMessage()
  const [openId, setOpenId] = useState<string | null>(null)
  const { language } = catalog.shell.channel.settings
  const items = (readField(store.value(section, entryKey), name) ?? []) as readonly EntryValue[]
  const idOf = (item: EntryValue) => String(item[idField])
  const change =
    props.onChange ??
    ((next: readonly EntryValue[]) => store.change(section, entryKey, name, next.length ? next : undefined))

  function renderForm(id: string) {
    const index = items.findIndex(item => idOf(item) === id)
    const item = items[index]
    if (!item) return null
    const errorOf = (field: string) =>
      store.errorOf(section, entryKey, `${name}[${index}].${field}`) ??
      store.errorOf(section, entryKey, `${name}[${id}].${field}`)
    return (
      <div className="content-form">
        {fields.map(field => {
          const error = errorOf(field.name)
          return (
            <ContentFieldInput
              key={field.name}
              field={field}
              value={readField(item, field.name)}
              error={error && formatError(error)}
              onChange={value => change(items.with(index, withField(item, field.name, value)))}
            />
          )
        })}
      </div>
    )
  }

  return (
    <>
      <OrderList
        label={label}
        items={items.map(item => ({
          id: idOf(item),
          label: toText(item[nameField], i18n.locale, language) || idOf(item),
          detail: props.detailOf?.(item),
          lock: props.lockOf?.(item),
        }))}
        onMove={isOrdered ? (from, to) => change(moveItem(items, from, to)) : undefined}
        onRemove={id => change(items.filter(item => idOf(item) !== id))}
        openId={openId}
        onOpen={setOpenId}
        renderForm={renderForm}
      />
      {props.renderAdd(item => {
        change([...items, item])
        setOpenId(idOf(item))
      })}
    </>
  )
})
