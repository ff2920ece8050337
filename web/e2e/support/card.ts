import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { port } from './deployment'

/** Cards of Stripe's tests, as the demo's Stripe knows them; any date to come, any security code. */
export const CARDS = {
  succeeds: '4242424242424242',
  requiresAuthentication: '4000002760003184',
  declined: '4000000000000002',
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
    // The field tells the page of it a moment later.
    const frame = page.locator(`iframe[data-field="${field}"]`)
    await expect(page.locator('.StripeElement--complete').filter({ has: frame })).toHaveCount(1)
  }
}

/** Answers the bank's question, and waits until its page has gone. */
export async function authenticate(page: Page, answer: 'complete' | 'fail'): Promise<void> {
  const bank = page.locator('iframe[title="3D Secure 2 Test Page"]')
  await bank.contentFrame().locator(`button[value="${answer}"]`).click()
  await expect(bank).toHaveCount(0)
}

interface StripeControl {
  /** Puts its clock forward: trials end, subscriptions renew, failed renewals are tried again. */
  advance(days: number): Promise<void>
}

/** What can be done to the demo's Stripe (`/_control`). It is one for all journeys, and its clock goes forward alone. */
export function stripeControl(request: APIRequestContext): StripeControl {
  return {
    advance: async days => {
      const answer = await request.post(`${stripe}/_control/advance`, { data: { days } })
      expect(answer.ok(), `the clock stays: ${answer.status()}`).toBe(true)
    },
  }
}
