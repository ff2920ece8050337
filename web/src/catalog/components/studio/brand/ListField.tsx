import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryValue } from '@/shared/studio/entries'
import { toText } from '@/shared/studio/localizedText'
import { type ContentField, readField } from '../../../contentFields'
import { useCatalog } from '../../../context'
import { brandStore } from '../../../stores/studio/BrandStore'
import { ItemList } from '../ContentFields'

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
  const { language } = catalog.shell.channel.settings
  const items = (readField(store.value(section, entryKey), name) ?? []) as readonly EntryValue[]
  const idOf = (item: EntryValue | undefined) => String(item?.[idField])

  /** Return the message at a path. The server names items by their position or by their id. */
  function errorOf(path: string): string | undefined {
    const pathById = path.replace(/\[(\d+)\]/, (_, index) => `[${idOf(items[Number(index)])}]`)
    const error = store.errorOf(section, entryKey, path) ?? store.errorOf(section, entryKey, pathById)
    return error && formatError(error)
  }

  return (
    <ItemList
      name={name}
      label={label}
      items={items}
      fieldsOf={() => fields}
      nameOf={item => toText(item[nameField], i18n.locale, language) || idOf(item)}
      detailOf={props.detailOf}
      lockOf={props.lockOf}
      isOrdered={isOrdered}
      errorOf={errorOf}
      onChange={
        props.onChange ?? (next => store.change(section, entryKey, name, next.length ? next : undefined))
      }
      renderAdd={props.renderAdd}
    />
  )
})
