import { type APIRequestContext, expect } from '@playwright/test'
import { server } from './api'

/** An email in the outbox (`/_outbox.json`). */
interface Email {
  to: string
  subject: string
  html: string
  text: string
}

/** Return an email address that no other test or run has used. */
export const uniqueEmailAddress = (name: string): string =>
  `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

/** Wait for an email with a link to a page. Return the path and query of the newest link. */
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
        link = (await listEmailsTo(request, address)).map(email => findLink(email, page)).find(Boolean) ?? ''
        return link
      },
      { timeout },
    )
    .not.toBe('')
  return link
}

/** Return the emails to one or more addresses, newest first. */
export async function listEmailsTo(request: APIRequestContext, ...addresses: string[]): Promise<Email[]> {
  const all = (await (await request.get(`${server}/_outbox.json`)).json()) as Email[]
  return all.filter(email => addresses.some(address => email.to.includes(address)))
}

function findLink({ text }: Email, page: string): string {
  const found = text.split(/\s+/).find(word => word.startsWith('http') && new URL(word).pathname === page)
  if (!found) return ''
  const { pathname, search } = new URL(found)
  return pathname + search
}
