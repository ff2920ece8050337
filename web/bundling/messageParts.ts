import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { firstPage } from './firstPage.ts'

const NAME = /^(.*\/locales\/\w+)\.(first|rest)\.po$/
const PART = /\.po\?(first|rest)\?lingui$/

/**
 * `en.first.po` and `en.rest.po`, made of the one `en.po`: what is said on the first page, and all else.
 *
 * Most visits begin on the first page and need not wait for the words of the others. Every message stands
 * in one of the two, by the files that the catalogue names beside it. Lingui's own plugin reads and checks
 * the whole catalogue; this one, which stands behind it, keeps the part.
 */
export function messageParts(web: string): Plugin {
  let firstIds: Promise<ReadonlySet<string>> | null = null
  return {
    name: 'message-parts',
    resolveId: { filter: { id: NAME }, handler: id => id.replace(NAME, '$1.po?$2?lingui') },
    load: { filter: { id: PART }, handler: id => readFileSync(id.replace(/\?.*/, ''), 'utf-8') },
    transform: {
      filter: { id: PART },
      async handler(code, id) {
        firstIds ??= idsOfFirstPage(web)
        const ids = await firstIds
        const first = PART.exec(id)?.[1] === 'first'
        const kept = Object.entries(await messagesIn(code)).filter(([message]) => ids.has(message) === first)
        const json = JSON.stringify(JSON.stringify(Object.fromEntries(kept)))
        return { code: `export const messages = JSON.parse(${json})`, map: null, moduleType: 'js' }
      },
    },
  }
}

/** The messages that are said on the first page, by the files named in the English catalogue. */
export async function idsOfFirstPage(web: string): Promise<ReadonlySet<string>> {
  const { whole } = firstPage(resolve(web, 'src'))
  const files = new Set([...whole].map(file => relative(web, file)))
  const [catalog] = await getCatalogs(getConfig({ configPath: resolve(web, 'lingui.config.ts') }))
  const english = Object.entries((await catalog?.read('en')) ?? {})
  const isSaidThere = ({ origin = [] }: { origin?: readonly (readonly [string, ...unknown[]])[] }) =>
    origin.some(([file]) => files.has(file))
  return new Set(english.filter(([, message]) => isSaidThere(message)).map(([id]) => id))
}

/** What Lingui's plugin made of the catalogue, which is a module that exports them. */
async function messagesIn(code: string): Promise<Record<string, unknown>> {
  const { messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return messages as Record<string, unknown>
}
