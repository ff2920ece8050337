import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ContentField } from './contentFields'

/** A background and the text on it, which must be readable: fields of the entry `channel`. */
export interface ColorPair {
  background: ContentField
  text: ContentField
}

const color = (name: string, label: MessageDescriptor): ContentField => ({
  name: `colors.${name}`,
  label,
  kind: 'color',
})
const localized = (name: string, label: MessageDescriptor): ContentField => ({
  name,
  label,
  kind: 'localized',
})

export const IDENTITY_FIELDS: readonly ContentField[] = [
  { name: 'name', label: msg`Name`, kind: 'text' },
  { name: 'short_name', label: msg`Short name`, hint: msg`Up to 30 letters.`, kind: 'text' },
  localized('tagline', msg`Tagline`),
  { name: 'logo', label: msg`Logo`, kind: 'picture' },
  {
    name: 'favicon',
    label: msg`Icon`,
    hint: msg`A square picture, shown in tabs and on home screens.`,
    kind: 'picture',
  },
  {
    name: 'share_picture',
    label: msg`Share picture`,
    hint: msg`Shown where people share a link to the channel.`,
    kind: 'picture',
    size: [1200, 630],
  },
]

const ACCENT_PAIR: ColorPair = {
  background: color('accent', msg`Accent`),
  text: color('accent-text', msg`Text on the accent`),
}
const PAGE_PAIR: ColorPair = {
  background: color('body-background', msg`Page`),
  text: color('body-text', msg`Text on the page`),
}
const HEADER_PAIR: ColorPair = {
  background: color('header-background', msg`Header`),
  text: color('header-text', msg`Text in the header`),
}

/** The pairs that make the look of a channel. */
export const MAIN_COLOR_PAIRS: readonly ColorPair[] = [ACCENT_PAIR, PAGE_PAIR, HEADER_PAIR]
export const MORE_COLOR_PAIRS: readonly ColorPair[] = [
  {
    background: color('footer-background', msg`Footer`),
    text: color('footer-text', msg`Text in the footer`),
  },
  { background: color('live', msg`Live badge`), text: color('live-text', msg`Text on the live badge`) },
  { background: color('success', msg`Success`), text: color('success-text', msg`Text on success`) },
  { background: color('danger', msg`Danger`), text: color('danger-text', msg`Text on danger`) },
]
/** The pairs whose contrast the server checks (`validation/contrast.py`). */
const COLOR_PAIRS = [...MAIN_COLOR_PAIRS, ...MORE_COLOR_PAIRS]

export const FONT_FIELDS = [
  { name: 'theme.font_display', label: msg`Font of headings` },
  { name: 'theme.font_text', label: msg`Font of texts` },
] as const

/** The fields of a font file. */
export const FONT_FILE_FIELDS: readonly ContentField[] = [
  {
    name: 'family',
    label: msg`Name of the font`,
    hint: msg`Files with the same name are weights of one font.`,
    kind: 'text',
  },
  {
    name: 'weight',
    label: msg({ message: 'Weight', context: 'font' }),
    hint: msg`Regular, unless you choose another one.`,
    kind: 'choice',
    choices: [
      { value: '100 900', label: msg`All weights (variable font)` },
      { value: '300', label: msg({ message: 'Light', context: 'font' }) },
      { value: '400', label: msg({ message: 'Regular', context: 'font' }) },
      { value: '500', label: msg({ message: 'Medium', context: 'font' }) },
      { value: '600', label: msg({ message: 'Semibold', context: 'font' }) },
      { value: '700', label: msg({ message: 'Bold', context: 'font' }) },
      { value: '800', label: msg({ message: 'Extra bold', context: 'font' }) },
      { value: '900', label: msg({ message: 'Black', context: 'font' }) },
    ],
  },
  {
    name: 'stretch',
    label: msg`Width`,
    hint: msg`Such as 75% for a condensed font, or 62% 125% for a variable one. If it is empty, it is 100%.`,
    kind: 'text',
  },
]

/** The sections that every channel's home page can show, in their default order. */
export const HOME_SECTIONS: Readonly<Record<string, MessageDescriptor>> = {
  live: msg`Live now`,
  upcoming: msg`Coming up`,
  groups: msg`Schools`,
  library: msg`Library`,
  finished: msg`Finished`,
  categories: msg`Newest of each category`,
  clips: msg`Featured clips`,
}

const ACTION_FIELDS = [
  localized('action.label', msg`Button`),
  { name: 'action.url', label: msg`Address of the button`, kind: 'text' },
] as const satisfies readonly ContentField[]

export const SLIDE_FIELDS: readonly ContentField[] = [
  localized('title', msg`Title`),
  localized('line', msg`Line below the title`),
  {
    name: 'event',
    label: msg`Event`,
    hint: msg`Without its own picture, the slide shows the pictures of the event.`,
    kind: 'event',
  },
  { name: 'image', label: msg`Picture`, kind: 'picture', size: [1600, 600] },
  {
    name: 'image_tall',
    label: msg`Tall picture`,
    hint: msg`Shown on phones.`,
    kind: 'picture',
    size: [1080, 1350],
  },
  localized('badge', msg`Badge`),
  ...ACTION_FIELDS,
  localized('second_action.label', msg`Second button`),
  {
    name: 'second_action.url',
    label: msg`Address of the second button`,
    hint: msg`Phones do not show the second button.`,
    kind: 'text',
  },
]

export const MENU_FIELDS: readonly ContentField[] = [
  localized('label', msg`Label`),
  {
    name: 'url',
    label: msg`Address`,
    hint: msg`A path on this site, such as /schedule, or a full address.`,
    kind: 'text',
  },
  {
    name: 'page',
    label: msg`Page`,
    hint: msg`A page of the channel, instead of an address.`,
    kind: 'reference',
    section: 'pages',
  },
  {
    name: 'kind',
    label: msg`List`,
    hint: msg`Opens a list, or shows a dot while a game is live.`,
    kind: 'choice',
    choices: [
      { value: 'participants', label: msg`Teams` },
      { value: 'groups', label: msg`Schools` },
      { value: 'live', label: msg`Live` },
    ],
  },
  {
    name: 'area',
    label: msg`Place`,
    hint: msg`The header, unless you choose the footer.`,
    kind: 'choice',
    choices: [
      { value: 'header', label: msg`Header` },
      { value: 'footer', label: msg`Footer` },
    ],
  },
  { ...localized('column', msg`Column`), hint: msg`The heading above it in the footer.` },
]

/** The fields of an item of a submenu. */
export const SUBMENU_FIELDS: readonly ContentField[] = MENU_FIELDS.filter(({ name }) =>
  ['label', 'url', 'page'].includes(name),
)

export const RAIL_FIELDS: readonly ContentField[] = [localized('title', msg`Title`)]

export const RAIL_CATEGORY = {
  name: 'category',
  label: msg`Category`,
  hint: msg`The newest videos come first.`,
  kind: 'reference',
  section: 'library.categories',
} as const satisfies ContentField

/** Blocks with a fixed place. Other blocks are bands of the home page. */
export const BLOCK_PLACES: Readonly<Record<string, MessageDescriptor>> = {
  footer: msg`Introduction in the footer`,
  legal: msg`Legal line`,
  notice: msg`Line above every page`,
  schedule: msg`Below the schedule`,
  slate: msg`Over an interrupted live stream`,
}

/** Return the fields of a block in the entry `channel`. */
export const blockFields = (name: string): readonly ContentField[] =>
  [
    localized('title', msg`Title`),
    { name: 'text', label: msg`Text`, kind: 'markdown' } as const,
    { name: 'image', label: msg`Picture`, kind: 'picture' } as const,
    ...ACTION_FIELDS,
  ].map(field => ({ ...field, name: `static_blocks.${name}.${field.name}` }))

/** Texts that replace a default of the pages: fields of the entry `texts`. */
export const BLACKOUT_FIELDS: readonly ContentField[] = [
  { name: 'settings.blackouts', label: msg`Blackouts`, kind: 'blackouts' },
]

export const TEXT_FIELDS: readonly ContentField[] = [
  localized('home_live', msg`Home page: live now`),
  localized('home_upcoming', msg`Home page: coming up`),
  localized('home_finished', msg`Home page: finished`),
  localized('home_groups', msg`Home page: schools`),
  localized('home_clips', msg`Home page: featured clips`),
  localized('schedule_title', msg`Schedule: title`),
  localized('passes_title', msg`Passes: title`),
  localized('passes_intro', msg`Passes: introduction`),
  localized('refund_policy', msg`Sentence above the pay button`),
  localized('library_title', msg`Library: title`),
  localized('library_intro', msg`Library: introduction`),
  localized('faq_title', msg`Questions: title`),
  localized('faq_intro', msg`Questions: introduction`),
  localized('not_found_title', msg`Page not found: title`),
  localized('not_found_text', msg`Page not found: text`),
]

/** Return the label of the field at the path of an error: `channel[].colors.body-text`. */
export function findLabel(path: string): MessageDescriptor | undefined {
  const [, section, field = ''] = /^([^[]*)\[[^\]]*\]\.(.*)$/.exec(path) ?? []
  return FIELDS_BY_SECTION[section ?? '']?.find(({ name }) => `${field}.`.startsWith(`${name}.`))?.label
}

const FIELDS_BY_SECTION: Readonly<Record<string, readonly ContentField[]>> = {
  channel: [
    ...IDENTITY_FIELDS,
    ...COLOR_PAIRS.flatMap(({ background, text }) => [background, text]),
    { name: 'theme.fonts', label: msg`Font files`, kind: 'text' },
  ],
  slides: SLIDE_FIELDS,
  menu: [...MENU_FIELDS, { name: 'children', label: msg`Submenu`, kind: 'text' }],
  'library.rails': [
    ...RAIL_FIELDS,
    RAIL_CATEGORY,
    { name: 'items', label: msg`Videos of the rail`, kind: 'text' },
  ],
  texts: TEXT_FIELDS,
}
