import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { beforeAll, describe, expect, it } from 'vitest'
import { messages as first } from '@/locales/en.first.po'
import { messages as whole } from '@/locales/en.po'
import { messages as rest } from '@/locales/en.rest.po'

type Messages = Record<string, { message?: string; translation?: string; origin?: [string, number?][] }>

const config = getConfig({ configPath: fileURLToPath(new URL('../../lingui.config.ts', import.meta.url)) })
const filesOf = ({ origin = [] }: Messages[string] = {}) => [...new Set(origin.map(([file]) => file))].sort()
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

let sourceMessages: Messages
let french: Messages
let english: Messages

beforeAll(async () => {
  const [catalog] = await getCatalogs(config)
  if (!catalog) throw new Error('No catalogue is configured')
  sourceMessages = ((await catalog.collect()) ?? {}) as Messages
  english = ((await catalog.read('en')) ?? {}) as Messages
  french = ((await catalog.read('fr')) ?? {}) as Messages
}, 180_000)

describe('the French catalog', () => {
  it('has a translation for every message and no others (`npm run messages` adds new ones)', () => {
    const missing = Object.keys(sourceMessages).filter(id => !french[id]?.translation)
    expect(missing.map(id => sourceMessages[id]?.message)).toEqual([])
    expect(Object.keys(french).filter(id => !sourceMessages[id])).toEqual([])
  })

  it('has the same placeholders as the English one', () => {
    for (const [id, { message = '' }] of Object.entries(sourceMessages)) {
      if (message.includes(', plural,')) continue
      expect(placeholders(french[id]?.translation ?? ''), message).toEqual(placeholders(message))
    }
  })
})

describe('the messages of the first page', () => {
  const idOf = (sentence: string) =>
    Object.keys(sourceMessages).find(id => sourceMessages[id]?.message === sentence) ?? ''

  it('make up the whole catalog together with the rest, without overlap', () => {
    expect({ ...first, ...rest }).toEqual(whole)
    expect(Object.keys(first).filter(id => id in rest)).toEqual([])
  })

  it('are those of start-up, the home page and its menus', () => {
    for (const sentence of ['Skip to content', 'Your account', 'Log out', 'Close menu']) {
      expect(first, sentence).toHaveProperty(idOf(sentence))
    }
    for (const sentence of ['Wrong auth data', 'The game could not be loaded']) {
      expect(rest, sentence).toHaveProperty(idOf(sentence))
    }
  })

  it('match the origins in the catalog (`npm run messages` writes these too)', () => {
    for (const [id, message] of Object.entries(sourceMessages)) {
      expect(filesOf(english[id]), message.message).toEqual(filesOf(message))
    }
  })
})
