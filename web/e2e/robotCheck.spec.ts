import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { CARDS, fillCard } from './support/card'
import { uniqueEmailAddress } from './support/emails'
import { createShop } from './support/operator'
import { Session } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

const PASSWORD = 'Plum orchard, last frost'
const PAY = /^(Pay|Payer) /
/** From this many declined cards of an account on, a payment needs a robot check. */
const DECLINES_BEFORE_CHECK = 3
const SEASON =
  'packages:\n  - {key: season, name: Season, type: season, price: {base: 12}, days: 30, capabilities: [watch]}\n'

/** Pay with a card that the bank declines, and return to the form. */
async function payWithDeclinedCard(page: Page, say: ReturnType<typeof translator>) {
  await page.getByRole('checkbox').uncheck()
  await fillCard(page, { number: CARDS.declined })
  await page.getByRole('button', { name: PAY }).click()
  const dialog = page.getByRole('dialog', { name: say('Payment failed') })
  await dialog.getByRole('button', { name: say('Try another card') }).click()
  await expect(dialog).toHaveCount(0)
}

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`a page passes the robot check after declined cards, and a good card buys at ${width} px`, {
    tag,
  }, async ({ browser, request }) => {
    test.slow()
    const channel = await createShop('robot', { packages: SEASON })
    const login = uniqueEmailAddress('robot')
    const viewer = await Session.register(request, channel, { login, password: PASSWORD })
    const { lines } = await viewer.send<{ lines: { id: number }[] }>('GET', '/offers')
    const page = await (await viewer.openContext(browser, { width, language })).newPage()
    const checks: number[] = []
    page.on('response', response => {
      if (new URL(response.url()).pathname === '/api/robot_check') checks.push(response.status())
    })

    await page.goto(`/buy?package_id=${lines[0]?.id}`)
    for (let nth = 0; nth < DECLINES_BEFORE_CHECK; nth++) await payWithDeclinedCard(page, say)
    expect(checks).toEqual([])

    await test.step('a program without the check is refused', async () => {
      const refused = await viewer.call('POST', '/stripe/buy', {
        type: 'package',
        id: lines[0]?.id,
        payment_method: 'pm_card_visa',
      })
      expect(refused.status).toBe(428)
    })

    await test.step('the page passes the check by itself, and the card is charged', async () => {
      await fillCard(page, { number: CARDS.succeeds })
      expect(await violationsOn(page)).toEqual([])
      await page.getByRole('button', { name: PAY }).click()
      await expect(page.getByRole('heading', { name: say('You’re all set') })).toBeVisible({
        timeout: 60_000,
      })
      expect(checks).toEqual([200])
    })

    await page.goto('/profile/transactions')
    await expect(page.getByRole('row').getByText(say('Paid'))).toHaveCount(1)
    await expect(page.getByRole('row').getByText(say('Failed'))).toHaveCount(DECLINES_BEFORE_CHECK)
    await page.context().close()
  })
}
