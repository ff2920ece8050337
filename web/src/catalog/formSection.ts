import { msg, plural } from '@lingui/core/macro'
import type { EntryValue } from '@/shared/studio/entries'
import { createKey } from '@/shared/studio/localizedText'
import type { ContentField, ContentSection } from './contentFields'
import { mainText, withKeys } from './itemKeys'

/** The key of the form that every channel has (`engagement/domain/forms.py`). */
export const CONTACT_FORM = 'contacts'
/** The placeholder for the number of business days in texts of a form. */
export const DAYS = '{days}'
const MAX_NAME_LENGTH = 40
/** The name of the robot check's token, which no field may have. */
const RESERVED_NAME = 'robot_token'
const TEXT_TYPES = ['text', 'email', 'tel', 'textarea']

const FIELD_TYPES = [
  { value: 'textarea', label: msg`Long text` },
  { value: 'email', label: msg`Email address` },
  { value: 'tel', label: msg`Phone number` },
  { value: 'number', label: msg({ message: 'Number', context: 'answer' }) },
  { value: 'select', label: msg({ message: 'Choice', context: 'answer' }) },
  { value: 'checkbox', label: msg`Checkbox` },
] as const
const SHORT_TEXT = msg`Short text`

const LABEL = { name: 'label', label: msg`Question`, kind: 'localized' } as const
const TYPE = {
  name: 'type',
  label: msg`Answer`,
  kind: 'choice',
  choices: FIELD_TYPES,
  noneLabel: SHORT_TEXT,
} as const
const REQUIRED = { name: 'required', label: msg`Required`, kind: 'check', isOff: true } as const
const MUST_BE_CHECKED = { ...REQUIRED, label: msg`Must be checked` } as const
const OPTIONS: ContentField = {
  name: 'options',
  label: msg`Choices`,
  kind: 'list',
  nameField: 'label',
  addLabel: msg`Add choice`,
  unnamedLabel: msg`New choice`,
  countLabel: count => msg`${plural(count, { one: '# choice', other: '# choices' })}`,
  isInline: true,
  fieldsOf: () => [
    { name: 'label', label: msg({ message: 'Choice', context: 'answer' }), kind: 'localized' },
    {
      name: 'value',
      label: msg`Stored value`,
      hint: msg`Made from the text. Do not change it after the first request.`,
      kind: 'text',
      isAdvanced: true,
    },
  ],
}
const NAME: ContentField = {
  name: 'name',
  label: msg`Name of the field`,
  hint: msg`The column in exports. Made from the question: small letters, digits and _. Do not change it after the first request.`,
  kind: 'text',
  isAdvanced: true,
}
const PATTERN: ContentField = {
  name: 'rules.pattern',
  label: msg`Pattern`,
  hint: msg`An expression that the whole answer must match, such as [A-Z][0-9]+.`,
  kind: 'text',
  isAdvanced: true,
}

/** Return the fields that describe a field of a form. They depend on its type. */
function listFieldFields({ type }: EntryValue): readonly ContentField[] {
  if (type === 'select') return [LABEL, TYPE, OPTIONS, REQUIRED, NAME]
  if (type === 'checkbox') return [LABEL, TYPE, MUST_BE_CHECKED, NAME]
  if (type === 'number')
    return [
      LABEL,
      TYPE,
      REQUIRED,
      { name: 'rules.min', label: msg`Lowest number`, kind: 'number' },
      { name: 'rules.max', label: msg`Highest number`, kind: 'number' },
      NAME,
    ]
  return [
    LABEL,
    TYPE,
    REQUIRED,
    { name: 'rules.min', label: msg`Fewest characters`, kind: 'number', isAdvanced: true },
    {
      name: 'rules.max',
      label: msg`Most characters`,
      hint: msg`If it is empty, a line has up to 500 and a long text up to 5000.`,
      kind: 'number',
      isAdvanced: true,
    },
    PATTERN,
    NAME,
  ]
}

/** Return what the list says about a field: its type, and whether it is required. */
const describeField = ({ type, required }: EntryValue) => [
  FIELD_TYPES.find(({ value }) => value === type)?.label ?? SHORT_TEXT,
  ...(required ? [msg`Required`] : []),
]

const STANDARD_TEXT = msg`If it is empty, the standard text is used. ${DAYS} becomes the number of business days for a reply.`

export const FORM_SECTION: ContentSection = {
  path: 'forms',
  section: 'forms',
  label: msg`Forms`,
  addLabel: msg`Add form`,
  nameField: 'title',
  detailFields: ['fields'],
  builtIn: { key: CONTACT_FORM, name: msg`Contact form` },
  removeNote: msg`Requests that it received stay in Requests with all answers. They then show the names of the fields instead of the questions.`,
  addressOf: key => (key === CONTACT_FORM ? `/${key}` : `/forms/${key}`),
  hasFormPreview: true,
  createValue: createForm,
  toSaved: completeForm,
  fields: [
    { name: 'title', label: msg`Title`, kind: 'localized' },
    {
      name: 'intro',
      label: msg`Introduction`,
      hint: msg`${DAYS} becomes the number of business days for a reply.`,
      kind: 'localized',
      multiline: true,
    },
    {
      name: 'fields',
      label: msg`Fields`,
      kind: 'list',
      nameField: 'label',
      addLabel: msg`Add field`,
      unnamedLabel: msg`New field`,
      countLabel: count => msg`${plural(count, { one: '# field', other: '# fields' })}`,
      describe: describeField,
      fieldsOf: listFieldFields,
    },
    { name: 'submit', label: msg`Button`, hint: msg`If it is empty, it says “Send”.`, kind: 'localized' },
    { name: 'thanks', label: msg`Confirmation`, hint: STANDARD_TEXT, kind: 'localized', multiline: true },
    {
      name: 'to',
      label: msg`Email requests to`,
      hint: msg`If it is empty, requests are only in Requests.`,
      kind: 'text',
    },
  ],
}

/** The first fields of a new form. A request then says who sent it, and can be answered. */
const SENDER_FIELDS = [
  { name: 'name', label: { en: 'Your name', fr: 'Votre nom' }, required: true },
  {
    name: 'email',
    label: { en: 'Your email address', fr: 'Votre adresse de courriel' },
    type: 'email',
    required: true,
  },
]

/** Return a new form in the channel's languages. */
function createForm(languages: readonly string[]): EntryValue {
  const translate = (texts: Record<string, string>) =>
    Object.fromEntries(languages.map(language => [language, texts[language] ?? texts.en]))
  return { fields: SENDER_FIELDS.map(field => ({ ...field, label: translate(field.label) })) }
}

/** Return a form with a name for each field and a value for each choice, and without what its types do not have. */
function completeForm(form: EntryValue, language: string): EntryValue {
  const { fields, ...others } = form
  const items = (fields ?? []) as readonly EntryValue[]
  if (!items.length) return others
  const names = new Set([RESERVED_NAME, ...items.flatMap(({ name }) => (name ? [String(name)] : []))])
  return { ...form, fields: items.map(item => completeField(item, names, language)) }
}

function completeField(field: EntryValue, names: Set<string>, language: string): EntryValue {
  const { rules, options, ...others } = field
  const name = field.name ?? createFieldName(mainText(field.label, language), names)
  names.add(String(name))
  return {
    ...others,
    name,
    ...(rules ? rulesOf(field) : {}),
    ...(field.type === 'select' ? { options: withKeys(options, 'value', 'label', language) } : {}),
  }
}

/** Return the rules that the type has: a number has no pattern, a choice and a checkbox have none at all. */
function rulesOf({ type = 'text', rules }: EntryValue): EntryValue {
  const { pattern, ...bounds } = rules as EntryValue
  if (TEXT_TYPES.includes(String(type))) return { rules }
  return type === 'number' && Object.keys(bounds).length ? { rules: bounds } : {}
}

/** Return a name for a field that no other one has: “Your team” becomes `your_team`. */
function createFieldName(label: string, used: ReadonlySet<string>): string {
  const base = createKey(label, new Set())
    .replaceAll('-', '_')
    .replace(/^(?=\d)/, 'field_')
    .slice(0, MAX_NAME_LENGTH - 3)
    .replace(/_$/, '')
  let name = base
  for (let number = 2; used.has(name); number++) name = `${base}_${number}`
  return name
}
