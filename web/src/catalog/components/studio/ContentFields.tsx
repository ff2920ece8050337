import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useState } from 'react'
import type { EntryValue } from '@/shared/studio/entries'
import { toText } from '@/shared/studio/localizedText'
import { moveItem } from '@/shared/studio/moveItem'
import { OrderList } from '@/shared/studio/OrderList'
import { Button } from '@/shared/ui/Button'
import { type ContentField, type ItemsField, readField, withField } from '../../contentFields'
import { useCatalog } from '../../context'
import { itemId, keepItemId } from '../../itemIds'
import { untranslatedLanguages } from '../../untranslatedLanguages'
import { BlackoutsField } from './BlackoutsField'
import { ContentFieldInput } from './ContentFieldInput'
import { useLanguageNames } from './useLanguageNames'

interface FieldsProps {
  fields: readonly ContentField[]
  value: EntryValue
  /** Returns the message at a path: `title`, `fields[0].label`. */
  errorOf: (path: string) => string | undefined
  /** `path` is the place of the change in the field: `fields[0].label`. */
  onChange: (name: string, field: unknown, path: string) => void
}

/** The fields of an entry, or of an item of a list in it. */
export function ContentFields({ fields, value, errorOf, onChange }: FieldsProps) {
  const renderField = (field: ContentField) => {
    const { name } = field
    const part = readField(value, name)
    if (field.kind === 'list') {
      const items = (part ?? []) as readonly unknown[]
      const ListInput = field.isText ? TextsInput : ItemsInput
      return (
        <ListInput
          key={name}
          field={field}
          items={items as readonly EntryValue[]}
          errorOf={errorOf}
          onChange={(next: readonly unknown[], path: string) =>
            onChange(name, next.length ? next : undefined, path)
          }
        />
      )
    }
    if (field.kind === 'blackouts')
      return (
        <BlackoutsField
          key={name}
          name={name}
          value={part}
          errorOf={errorOf}
          onChange={next => onChange(name, next.length ? next : undefined, name)}
        />
      )
    return (
      <ContentFieldInput
        key={name}
        field={field}
        value={part}
        error={errorOf(name)}
        onChange={next => onChange(name, next, name)}
      />
    )
  }
  const advanced = fields.filter(({ isAdvanced }) => isAdvanced)
  return (
    <>
      {fields.filter(field => !advanced.includes(field)).map(renderField)}
      {advanced.length ? (
        <details
          className="content-form__more"
          open={advanced.some(({ name }) => errorOf(name)) || undefined}
        >
          <summary>
            <Trans>More</Trans>
          </summary>
          <div className="content-form">{advanced.map(renderField)}</div>
        </details>
      ) : null}
    </>
  )
}

const focusFirstInput = (form: HTMLElement | null) =>
  form?.querySelector<HTMLElement>('input, textarea')?.focus()

interface ItemListProps {
  /** The field with the list. */
  name: string
  label: string
  items: readonly EntryValue[]
  fieldsOf: (item: EntryValue) => readonly ContentField[]
  nameOf: (item: EntryValue) => string
  detailOf?: (item: EntryValue) => string
  /** Why an item cannot be removed. */
  lockOf?: (item: EntryValue) => string | null
  isOrdered?: boolean
  isInline?: boolean
  errorOf: FieldsProps['errorOf']
  /** `path` is the place of the change in the list, or the list itself. */
  onChange: (items: readonly EntryValue[], path: string) => void
  renderAdd: (add: (item: EntryValue) => void) => ReactNode
}

/** A list inside an entry, with the fields of each of its items. */
export const ItemList = observer(function ItemList(props: ItemListProps) {
  const { name, items, fieldsOf, isOrdered, isInline, errorOf, onChange } = props
  const [openId, setOpenId] = useState<string | null>(null)
  const [addedId, setAddedId] = useState<string | null>(null)

  function renderForm(id: string) {
    const index = items.findIndex(item => itemId(item) === id)
    const item = items[index]
    if (!item) return null
    const pathOf = (path: string) => `${name}[${index}].${path}`
    return (
      <div className="content-form" ref={id === addedId ? focusFirstInput : undefined}>
        <ContentFields
          fields={fieldsOf(item)}
          value={item}
          errorOf={path => errorOf(pathOf(path))}
          onChange={(field, part, path) =>
            onChange(items.with(index, keepItemId(item, withField(item, field, part))), pathOf(path))
          }
        />
      </div>
    )
  }

  return (
    <>
      <OrderList
        label={props.label}
        items={items.map((item, index) => ({
          id: itemId(item),
          label: props.nameOf(item),
          detail: props.detailOf?.(item),
          lock: props.lockOf?.(item),
          error: errorOf(`${name}[${index}]`),
        }))}
        onMove={isOrdered ? (from, to) => onChange(moveItem(items, from, to), name) : undefined}
        onRemove={id =>
          onChange(
            items.filter(item => itemId(item) !== id),
            name,
          )
        }
        openId={openId}
        onOpen={isInline ? undefined : setOpenId}
        renderForm={renderForm}
      />
      {props.renderAdd(item => {
        onChange([...items, item], name)
        setOpenId(itemId(item))
        setAddedId(itemId(item))
      })}
    </>
  )
})

interface ItemsInputProps extends Pick<ItemListProps, 'items' | 'errorOf' | 'onChange'> {
  field: ItemsField
}

interface TextsInputProps {
  field: ItemsField
  /** The texts, by language or in the main language. */
  items: readonly unknown[]
  errorOf: FieldsProps['errorOf']
  onChange: (texts: readonly unknown[], path: string) => void
}

/** A list of texts as a field of the form. */
function TextsInput({ field, items: texts, errorOf, onChange }: TextsInputProps) {
  const { nameField } = field
  const textOf = (item: EntryValue) => item[nameField] ?? ''
  const toItems = () => texts.map(text => ({ [nameField]: text }))
  const [items, setItems] = useState<readonly EntryValue[]>(toItems)
  // The entry has other texts after a reload.
  if (JSON.stringify(items.map(textOf)) !== JSON.stringify(texts)) setItems(toItems())

  function change(next: readonly EntryValue[], path: string) {
    setItems(next)
    onChange(next.map(textOf), path)
  }

  return <ItemsInput field={field} items={items} errorOf={errorOf} onChange={change} />
}

/** A list of items as a field of the form. */
function ItemsInput({ field, items, errorOf, onChange }: ItemsInputProps) {
  const { t, i18n } = useLingui()
  const { language, languages } = useCatalog().shell.channel.settings
  const nameLanguages = useLanguageNames()
  const { name, nameField, fieldsOf, describe = () => [] } = field

  function detailOf(item: EntryValue): string {
    const missing = nameLanguages(untranslatedLanguages({ fields: fieldsOf(item) }, item, languages))
    return [...describe(item).map(part => t(part)), ...(missing ? [t`Missing: ${missing}`] : [])].join(' · ')
  }

  const isItemWrong = items.some((_, index) => errorOf(`${name}[${index}]`))
  const error = isItemWrong ? undefined : errorOf(name)
  return (
    <fieldset className="content-form__list">
      <legend className="label">{t(field.label)}</legend>
      {field.hint ? <p className="hint">{t(field.hint)}</p> : null}
      <ItemList
        name={name}
        label={t(field.label)}
        items={items}
        fieldsOf={fieldsOf}
        nameOf={item => toText(item[nameField], i18n.locale, language) || t(field.unnamedLabel)}
        detailOf={detailOf}
        isOrdered
        isInline={field.isInline}
        errorOf={errorOf}
        onChange={onChange}
        renderAdd={add => (
          <div className="actions">
            <Button icon="plus" onClick={() => add({})}>
              {t(field.addLabel)}
            </Button>
          </div>
        )}
      />
      {error ? <p className="error">{error}</p> : null}
    </fieldset>
  )
}
