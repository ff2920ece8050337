import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'
import { findFirstPageModules } from './firstPage.ts'

const NAME = /^(.*\/locales\/\w+)\.(first|rest)\.po$/
const PART = /\.po\?(first|rest)\?lingui$/

/**
 * The Vite plugin that splits `en.po` into `en.first.po` and `en.rest.po`: messages of the first page, and all others.
 *
 * Most visits start on the first page and must not wait for the messages of other pages. The source files that the
 * catalog lists for a message decide its part. Lingui's own plugin runs first: it reads and checks the whole catalog.
 * This plugin then keeps the messages of one part.
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
        firstIds ??= listFirstPageIds(web)
        const ids = await firstIds
        const isFirst = PART.exec(id)?.[1] === 'first'
        const partMessages = Object.entries(await messagesIn(code)).filter(
          ([message]) => ids.has(message) === isFirst,
        )
        const json = JSON.stringify(JSON.stringify(Object.fromEntries(partMessages)))
        return { code: `export const messages = JSON.parse(${json})`, map: null, moduleType: 'js' }
      },
    },
  }
}

/** Return the IDs of the messages on the first page, from the source files that the English catalog lists. */
export async function listFirstPageIds(web: string): Promise<ReadonlySet<string>> {
  const { allModules } = findFirstPageModules(resolve(web, 'src'))
  const files = new Set([...allModules].map(file => relative(web, file)))
  const [catalog] = await getCatalogs(getConfig({ configPath: resolve(web, 'lingui.config.ts') }))
  const english = Object.entries((await catalog?.read('en')) ?? {})
  const isOnFirstPage = ({ origin = [] }: { origin?: readonly (readonly [string, ...unknown[]])[] }) =>
    origin.some(([file]) => files.has(file))
  return new Set(english.filter(([, message]) => isOnFirstPage(message)).map(([id]) => id))
}

/** Return the messages from the code of Lingui's plugin, which is a module that exports them. */
async function messagesIn(code: string): Promise<Record<string, unknown>> {
  const { messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return messages as Record<string, unknown>
}
