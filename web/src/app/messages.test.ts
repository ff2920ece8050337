import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { beforeAll, describe, expect, it } from 'vitest'

type Messages = Record<string, { message?: string; translation?: string }>

const config = getConfig({ configPath: fileURLToPath(new URL('../../lingui.config.ts', import.meta.url)) })
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

let inCode: Messages
let french: Messages

beforeAll(async () => {
  const [catalog] = await getCatalogs(config)
  if (!catalog) throw new Error('No catalogue is configured')
  inCode = ((await catalog.collect()) ?? {}) as Messages
  french = ((await catalog.read('fr')) ?? {}) as Messages
}, 60_000)

describe('the French of every text', () => {
  it('is there, and nothing else: `npm run messages` writes what is new', () => {
    const missing = Object.keys(inCode).filter(id => !french[id]?.translation)
    expect(missing.map(id => inCode[id]?.message)).toEqual([])
    expect(Object.keys(french).filter(id => !inCode[id])).toEqual([])
  })

  it('has the English one’s places to fill in', () => {
    for (const [id, { message = '' }] of Object.entries(inCode)) {
      if (message.includes(', plural,')) continue
      expect(placeholders(french[id]?.translation ?? ''), message).toEqual(placeholders(message))
    }
  })
})
