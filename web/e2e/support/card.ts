import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { port } from './deployment'

/** Stripe's test cards that the demo's Stripe accepts, with any future date and any security code. */
export const CARDS = {
  succeeds: '4242424242424242',
  requiresAuthentication: '4000002760003184',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
} as const

/** The address of the demo's Stripe. Its default port is 18 above that of the web server. */
export const stripe = `http://127.0.0.1:${process.env.TOUCHLINE_FAKE_STRIPE_PORT ?? Number(port) + 18}`

interface Card {
  number: string
  expiry?: string
  cvc?: string
}

/** Fill in the card fields of Stripe, each in its own frame, in any language of the page. */
export async function fillCard(page: Page, { number, expiry = '12/40', cvc = '123' }: Card): Promise<void> {
  for (const [field, text] of Object.entries({ cardNumber: number, cardExpiry: expiry, cardCvc: cvc })) {
    const input = page.frameLocator(`iframe[data-field="${field}"]`).getByRole('textbox')
    await input.fill(text)
    await expect(input).toHaveAttribute('aria-invalid', 'false')
    // The field notifies the page a moment later.
    const frame = page.locator(`iframe[data-field="${field}"]`)
    await expect(page.locator('.StripeElement--complete').filter({ has: frame })).toHaveCount(1)
  }
}

/** Complete or fail the 3D Secure check, and wait until its page closes. */
export async function authenticate(page: Page, answer: 'complete' | 'fail'): Promise<void> {
  const bank = page.locator('iframe[title="3D Secure 2 Test Page"]')
  await bank.contentFrame().locator(`button[value="${answer}"]`).click()
  await expect(bank).toHaveCount(0)
}

interface StripeControl {
  /** Move the clock forward: trials end, subscriptions renew, failed renewals are retried. */
  advance(days: number): Promise<void>
}

/** Control the demo's Stripe (`/_control`). All journeys share it, and its clock only moves forward. */
export function stripeControl(request: APIRequestContext): StripeControl {
  return {
    advance: async days => {
      const response = await request.post(`${stripe}/_control/advance`, { data: { days } })
      expect(response.ok(), `status of advancing the clock: ${response.status()}`).toBe(true)
    },
  }
}
