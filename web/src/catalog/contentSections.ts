import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EntryValue } from '@/shared/studio/entries'
import { missingLanguages } from '@/shared/studio/localizedText'

interface FieldBase {
  /** The field of the entry. A dot leads into a nested value: `action.url`. */
  name: string
  label: MessageDescriptor
  hint?: MessageDescriptor
}

/** A field of a form. `kind` says how it is edited. */
export type ContentField = FieldBase &
  (
    | { kind: 'text' | 'color' | 'colors' | 'timeZone' | 'number' | 'check' | 'date' }
    /** `size` is the width and height in which the site shows it, cropped to the middle. */
    | { kind: 'picture'; size?: readonly [width: number, height: number] }
    /** A text in each language of the channel. */
    | { kind: 'localized'; multiline?: true }
    | { kind: 'markdown' }
    /** The key of an entry of another section, or a list of keys. */
    | { kind: 'reference' | 'references'; section: string }
    /** The key of an event, found by a search. */
    | { kind: 'event' }
    | { kind: 'choice'; choices: readonly { value: string; label: MessageDescriptor }[] }
  )

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
  fields: readonly ContentField[]
}

const NAME = { name: 'name', label: msg`Name`, kind: 'localized' } as const
const SHORT_NAME = { name: 'short_name', label: msg`Short name`, kind: 'localized' } as const
const CITY = { name: 'city', label: msg`City`, kind: 'text' } as const
const STATE = { name: 'state', label: msg`State or province`, kind: 'text' } as const
const SPORT = {
  name: 'sport',
  label: msg`Sport`,
  hint: msg`Sets the lines of the playing surface on posters.`,
  kind: 'choice',
  choices: [
    { value: 'baseball', label: msg`Baseball` },
    { value: 'basketball', label: msg`Basketball` },
    { value: 'football', label: msg`Football` },
    { value: 'hockey', label: msg`Hockey` },
    { value: 'lacrosse', label: msg`Lacrosse` },
    { value: 'soccer', label: msg`Soccer` },
    { value: 'softball', label: msg`Softball` },
    { value: 'tennis', label: msg`Tennis` },
    { value: 'volleyball', label: msg`Volleyball` },
    { value: 'wrestling', label: msg`Wrestling` },
  ],
} as const
const GENDER = {
  name: 'gender',
  label: msg`Gender`,
  kind: 'choice',
  choices: [
    { value: 'male', label: msg`Boys or men` },
    { value: 'female', label: msg`Girls or women` },
  ],
} as const
const WEIGHT = {
  name: 'weight',
  label: msg`Position`,
  hint: msg`Higher numbers come first.`,
  kind: 'number',
} as const

export const CONTENT_SECTIONS: readonly ContentSection[] = [
  {
    path: 'teams',
    section: 'participants',
    label: msg`Teams`,
    addLabel: msg`Add team`,
    mergeLabel: msg`Merge with another team`,
    nameField: 'name',
    pictureField: 'image',
    detailFields: ['group', 'category'],
    hasProperNames: true,
    hasMembers: true,
    fields: [
      NAME,
      { ...SHORT_NAME, hint: msg`Shown on posters. If it is empty, the school’s is used.` },
      { name: 'group', label: msg`School`, kind: 'reference', section: 'groups' },
      { name: 'category', label: msg`Category`, kind: 'reference', section: 'categories' },
      SPORT,
      GENDER,
      {
        name: 'image',
        label: msg`Picture`,
        hint: msg`If it is empty, the school’s logo is used.`,
        kind: 'picture',
      },
      {
        name: 'color',
        label: msg`Color`,
        hint: msg`If it is empty, the school’s is used.`,
        kind: 'color',
      },
      {
        name: 'color_2',
        label: msg`Second color`,
        hint: msg`Used if both teams of a game have similar colors.`,
        kind: 'color',
      },
    ],
  },
  {
    path: 'schools',
    section: 'groups',
    label: msg`Schools`,
    addLabel: msg`Add school`,
    mergeLabel: msg`Merge with another school`,
    nameField: 'name',
    pictureField: 'logo',
    detailFields: ['city'],
    hasProperNames: true,
    fields: [
      NAME,
      { ...SHORT_NAME, hint: msg`Two to four letters, shown on posters.` },
      { name: 'nickname', label: msg`Nickname`, kind: 'localized' },
      { name: 'logo', label: msg`Logo`, kind: 'picture' },
      { name: 'colors', label: msg`Colors`, kind: 'colors' },
      CITY,
      STATE,
    ],
  },
  {
    path: 'locations',
    section: 'locations',
    label: msg`Locations`,
    addLabel: msg`Add location`,
    mergeLabel: msg`Merge with another location`,
    nameField: 'name',
    detailFields: ['city'],
    hasProperNames: true,
    fields: [
      NAME,
      CITY,
      STATE,
      { name: 'country', label: msg`Country`, hint: msg`Two letters, such as US or CA.`, kind: 'text' },
      {
        name: 'time_zone',
        label: msg`Time zone`,
        hint: msg`If it is empty, the channel’s is used.`,
        kind: 'timeZone',
      },
    ],
  },
  {
    path: 'categories',
    section: 'categories',
    label: msg`Categories`,
    addLabel: msg`Add category`,
    mergeLabel: msg`Merge with another category`,
    nameField: 'name',
    pictureField: 'image',
    detailFields: ['sport'],
    fields: [
      NAME,
      SHORT_NAME,
      SPORT,
      GENDER,
      { name: 'image', label: msg`Picture`, kind: 'picture' },
      WEIGHT,
    ],
  },
  {
    path: 'videos',
    section: 'library.items',
    label: msg`Videos`,
    addLabel: msg`Add video`,
    nameField: 'title',
    pictureField: 'image',
    detailFields: ['date'],
    hasVideos: true,
    fields: [
      { name: 'title', label: msg`Title`, kind: 'localized' },
      { name: 'description', label: msg`Description`, kind: 'localized', multiline: true },
      { name: 'author', label: msg`Author`, kind: 'localized' },
      { name: 'date', label: msg`Date`, kind: 'date' },
      { name: 'categories', label: msg`Categories`, kind: 'references', section: 'library.categories' },
      { name: 'image', label: msg`Picture`, kind: 'picture', size: [1280, 720] },
    ],
  },
  {
    path: 'video-categories',
    section: 'library.categories',
    label: msg`Video categories`,
    addLabel: msg`Add category`,
    nameField: 'name',
    fields: [NAME, WEIGHT],
  },
  {
    path: 'pages',
    section: 'pages',
    label: msg`Pages`,
    addLabel: msg`Add page`,
    nameField: 'name',
    detailFields: ['url'],
    isOrdered: true,
    fields: [
      { ...NAME, label: msg`Title` },
      { name: 'url', label: msg`Address`, hint: msg`The path on this site, such as /about.`, kind: 'text' },
      { name: 'text', label: msg`Text`, kind: 'markdown' },
    ],
  },
  {
    path: 'faq',
    section: 'faq',
    label: msg`Questions`,
    addLabel: msg`Add question`,
    nameField: 'question',
    detailFields: ['group'],
    isOrdered: true,
    fields: [
      { name: 'question', label: msg`Question`, kind: 'localized' },
      { name: 'answer', label: msg`Answer`, kind: 'markdown' },
      {
        name: 'group',
        label: msg`Heading`,
        hint: msg`Questions with the same heading appear together.`,
        kind: 'localized',
      },
    ],
  },
  {
    path: 'pre-rolls',
    section: 'prerolls',
    label: msg`Pre-rolls`,
    addLabel: msg`Add pre-roll`,
    nameField: 'name',
    detailFields: ['location'],
    hasProperNames: true,
    fields: [
      { ...NAME, hint: msg`The advertiser.` },
      {
        name: 'url',
        label: msg`Address of the video`,
        hint: msg`A file of this site, such as /files/sponsor.mp4, or an address with https. Leave it empty for a VAST tag.`,
        kind: 'text',
      },
      {
        name: 'vast',
        label: msg`Address of the VAST tag`,
        hint: msg`The site of the tag must be among the channel’s ad hosts.`,
        kind: 'text',
      },
      {
        name: 'location',
        label: msg`Location`,
        hint: msg`If it is empty, it plays at every location.`,
        kind: 'reference',
        section: 'locations',
      },
      {
        name: 'categories',
        label: msg`Categories`,
        hint: msg`If none is chosen, it plays in all of them.`,
        kind: 'references',
        section: 'categories',
      },
      { name: 'for_live', label: msg`Play before live streams`, kind: 'check' },
      { name: 'for_vod', label: msg`Play before recordings`, kind: 'check' },
      {
        name: 'weight',
        label: msg`Weight`,
        hint: msg`Twice the weight plays twice as often. 0 never plays. If it is empty, it is 1.`,
        kind: 'number',
      },
      {
        name: 'skip_after',
        label: msg`Seconds until it can be skipped`,
        hint: msg`If it is empty, it cannot be skipped.`,
        kind: 'number',
      },
      { name: 'click_url', label: msg`Page of the advertiser`, kind: 'text' },
    ],
  },
  {
    path: 'popups',
    section: 'popups',
    label: msg`Pop-ups`,
    addLabel: msg`Add pop-up`,
    nameField: 'title',
    detailFields: ['path'],
    isOrdered: true,
    fields: [
      { name: 'title', label: msg`Title`, kind: 'localized' },
      { name: 'text', label: msg`Text`, kind: 'markdown' },
      {
        name: 'path',
        label: msg`Page`,
        hint: msg`The path of the page that shows it, such as /packages. If it is empty, every page does.`,
        kind: 'text',
      },
      { name: 'once', label: msg`Show it to each visitor once`, kind: 'check' },
      { name: 'action.label', label: msg`Button`, kind: 'localized' },
      { name: 'action.url', label: msg`Address of the button`, kind: 'text' },
    ],
  },
]

/** The section whose entries a field names. */
export const findSection = (section: string): ContentSection | undefined =>
  CONTENT_SECTIONS.find(candidate => candidate.section === section)

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

/** Return the languages in which a text of the entry is missing. */
export function untranslatedLanguages(
  { fields, hasProperNames }: ContentSection,
  value: EntryValue,
  languages: readonly string[],
): string[] {
  const missing = fields.flatMap(({ kind, name }) => {
    const text = readField(value, name)
    const isText = kind === 'localized' || kind === 'markdown'
    return isText && !(hasProperNames && typeof text === 'string') ? missingLanguages(text, languages) : []
  })
  return languages.filter(language => missing.includes(language))
}
