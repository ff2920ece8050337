import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { port } from './deployment'

/** Cards of Stripe's tests, as the demo's Stripe knows them; any date to come, any security code. */
export const CARDS = {
  pays: '4242424242424242',
  asks: '4000002760003184',
  asksOnce: '4000002500003155',
  declined: '4000000000000002',
  poor: '4000000000009995',
  failsLater: '4000000000000341',
} as const

/** Where the demo's Stripe listens: 18 above the web server, unless told. */
export const stripe = `http://127.0.0.1:${process.env.TOUCHLINE_FAKE_STRIPE_PORT ?? Number(port) + 18}`

interface Card {
  number: string
  expiry?: string
  cvc?: string
}

/** Types a card into the fields of Stripe, each in its own frame; whatever the page's language. */
export async function fillCard(page: Page, { number, expiry = '12/40', cvc = '123' }: Card): Promise<void> {
  for (const [field, text] of Object.entries({ cardNumber: number, cardExpiry: expiry, cardCvc: cvc })) {
    const input = page.frameLocator(`iframe[data-field="${field}"]`).getByRole('textbox')
    await input.fill(text)
    await expect(input).toHaveAttribute('aria-invalid', 'false')
  }
}

/** Answers the bank's question, and waits until its page has gone. */
export async function authenticate(page: Page, answer: 'complete' | 'fail'): Promise<void> {
  const bank = page.locator('iframe[title="3D Secure 2 Test Page"]')
  await bank.contentFrame().locator(`button[value="${answer}"]`).click()
  await expect(bank).toHaveCount(0)
}

interface Made {
  id: string
  type: string
  payload: string
  signature: string
  sent: boolean
}

interface StripeControl {
  /** Puts its clock forward: trials end, subscriptions renew, failed renewals are tried again. */
  advance(days: number): Promise<void>
  /** How the site is told of what happens from now on. */
  webhooks(mode: 'normal' | 'late' | 'twice' | 'shuffled' | 'never'): Promise<void>
  /** Sends what is held back, and with `lost` what was never sent. */
  deliver(options?: { lost?: boolean }): Promise<void>
  /** What was made, oldest first. */
  made(): Promise<Made[]>
  /** Lets the next calls go wrong; `only` is the beginning of `POST /v1/…` that it is for. */
  fail(how: 'timeout' | '500' | '429' | 'after', options?: { next?: number; only?: string }): Promise<void>
}

/** What can be done to the demo's Stripe (`/_control`). It is one for all journeys: put back what you change. */
export function stripeControl(request: APIRequestContext): StripeControl {
  const tell = async (path: string, data: object): Promise<void> => {
    const answer = await request.post(`${stripe}/_control/${path}`, { data })
    expect(answer.ok(), `${path} is refused: ${answer.status()}`).toBe(true)
  }
  return {
    advance: days => tell('advance', { days }),
    webhooks: mode => tell('webhooks', { mode }),
    deliver: (options = {}) => tell('webhooks/deliver', options),
    made: async () =>
      ((await (await request.get(`${stripe}/_control/webhooks`)).json()) as { data: Made[] }).data,
    fail: (how, options = {}) => tell('fail', { how, next: 1, ...options }),
  }
}
