import type { MessageDescriptor } from '@lingui/core'
import type { EntryValue } from '@/shared/studio/entries'

interface FieldBase {
  /** The field of the entry. A dot leads into a nested value: `action.url`. */
  name: string
  label: MessageDescriptor
  hint?: MessageDescriptor
  /** Shown below *More*. */
  isAdvanced?: true
}

/** A field of a form. `kind` says how it is edited. */
export type ContentField = FieldBase &
  (
    | { kind: 'text' | 'color' | 'colors' | 'timeZone' | 'number' | 'date' | 'time' | 'blackouts' }
    /** A checkbox that is on unless the entry says otherwise, or off. */
    | { kind: 'check'; isOff?: true }
    /** `size` is the width and height in which the site shows it, cropped to the middle. */
    | { kind: 'picture'; size?: readonly [width: number, height: number] }
    /** A text in each language of the channel. */
    | { kind: 'localized'; multiline?: true }
    | { kind: 'markdown' }
    /** The key of an entry of another section, or a list of keys. */
    | { kind: 'reference' | 'references'; section: string }
    /** The divisions and conferences of a school: the entries of the section `properties`. */
    | { kind: 'properties' }
    /** The key of an event, found by a search. */
    | { kind: 'event' }
    | {
        kind: 'choice'
        choices: readonly { value: string; label: MessageDescriptor }[]
        /** What it means if nothing is chosen. */
        noneLabel?: MessageDescriptor
      }
    | ItemsField
  )

/** A list of items inside the entry, in their order. */
export interface ItemsField extends FieldBase {
  kind: 'list'
  /** The fields of an item. They may depend on the item. */
  fieldsOf: (item: EntryValue) => readonly ContentField[]
  nameField: string
  addLabel: MessageDescriptor
  /** The name of an item that has none yet. */
  unnamedLabel: MessageDescriptor
  countLabel: (count: number) => MessageDescriptor
  describe?: (item: EntryValue) => readonly MessageDescriptor[]
  /** The fields of all items are open. */
  isInline?: true
  /** The entry has a list of texts. Each is edited as an item whose `nameField` has the text. */
  isText?: true
}

/** A section of the room: the entries of one section of the document, and the form of an entry. */
export interface ContentSection {
  /** The path below `/studio/content`. */
  path: string
  /** The section in the document. */
  section: string
  label: MessageDescriptor
  /** The label of the button that creates an entry. Without it, entries are neither created nor removed here. */
  addLabel?: MessageDescriptor
  /** The label of the button that merges an entry with another one that is the same. */
  mergeLabel?: MessageDescriptor
  /** The field with the name of an entry. */
  nameField: string
  /** The field with the picture of an entry. */
  pictureField?: string
  /** The fields that the list shows beside the name. */
  detailFields?: readonly string[]
  /** Names are the same in every language, unless the entry says otherwise. */
  hasProperNames?: true
  isOrdered?: true
  /** Videos can be uploaded to an entry. */
  hasVideos?: true
  /** Accounts can be members of an entry. */
  hasMembers?: true
  /** An entry is shown as the form that viewers fill in. */
  hasFormPreview?: true
  /** The entry that the site has even if the document does not. To remove it is to reset it. */
  builtIn?: { key: string; name: MessageDescriptor }
  /** What else happens when an entry is removed. */
  removeNote?: MessageDescriptor
  /** Returns the path of an entry on the site. */
  addressOf?: (key: string) => string
  /** Returns a new entry in the channel's languages. */
  createValue?: (languages: readonly string[]) => EntryValue
  /** Returns the entry to save, in a channel with this main language. */
  toSaved?: (value: EntryValue, language: string) => EntryValue
  fields: readonly ContentField[]
}

/** Return the entry to save, in a channel with this main language. */
export const completeEntry = ({ toSaved }: ContentSection, value: EntryValue, language: string) =>
  toSaved?.(value, language) ?? value

/** Return a field of an entry. A dot in the name leads into a nested value. */
export const readField = (value: EntryValue, name: string): unknown =>
  name.split('.').reduce<unknown>((part, step) => (part as EntryValue | undefined)?.[step], value)

/** Return the entry with another value of a field. An undefined value removes the field, and an empty parent. */
export function withField(value: EntryValue, name: string, field: unknown): EntryValue {
  const [first = '', ...rest] = name.split('.')
  let next = field
  if (rest.length) {
    const nested = withField((value[first] ?? {}) as EntryValue, rest.join('.'), field)
    next = Object.keys(nested).length ? nested : undefined
  }
  const { [first]: _removed, ...others } = value
  return next === undefined ? others : { ...value, [first]: next }
}
