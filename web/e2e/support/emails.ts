import { type APIRequestContext, expect } from '@playwright/test'
import { server } from './api'

/** A letter of the outbox (`/_outbox.json`). */
interface Email {
  to: string
  subject: string
  html: string
  text: string
}

/** An address that nobody has used before, in this run or another. */
export const uniqueEmailAddress = (name: string): string =>
  `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

/** The path and query of the link to a page, out of the newest letter to an address that has one. */
export async function waitForEmailLink(
  request: APIRequestContext,
  address: string,
  page: string,
  timeout?: number,
): Promise<string> {
  let link = ''
  await expect
    .poll(
      async () => {
        link =
          (await listEmailsTo(request, address)).map(letter => findLink(letter, page)).find(Boolean) ?? ''
        return link
      },
      { timeout },
    )
    .not.toBe('')
  return link
}

/** The letters to an address, the newest first. */
export async function listEmailsTo(request: APIRequestContext, address: string): Promise<Email[]> {
  const all = (await (await request.get(`${server}/_outbox.json`)).json()) as Email[]
  return all.filter(letter => letter.to.includes(address))
}

function findLink({ text }: Email, page: string): string {
  const found = text.split(/\s+/).find(word => word.startsWith('http') && new URL(word).pathname === page)
  if (!found) return ''
  const { pathname, search } = new URL(found)
  return pathname + search
}
