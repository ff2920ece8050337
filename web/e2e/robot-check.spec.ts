import { expect, test } from '@playwright/test'
import { CARDS, fillCard } from './support/card'
import { uniqueEmailAddress } from './support/emails'
import { createShop } from './support/operator'
import { Session } from './support/session'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Plum orchard, last frost'
/** Wrong codes of a channel in an hour after which each code needs a check, and those of one account. */
const [CHANNEL_LIMIT, ACCOUNT_LIMIT] = [300, 10]
const PACKAGES =
  'packages:\n  - {key: season, name: All games, type: season, price: {base: 20}, offer: season, days: 30}\n'

test('after a burst of guesses the web app passes a check unasked, and an honest viewer buys', async ({
  browser,
  request,
}) => {
  test.slow()
  const channel = await createShop('robots', { packages: PACKAGES })
  const viewer = await ViewerPage.open(channel, 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)

  const guess = (session: Session, code: string) =>
    session.call('GET', `/apply_coupon?promo_code=${code}&type=package&id=1`)
  await Promise.all(
    Array.from({ length: CHANNEL_LIMIT / ACCOUNT_LIMIT }, async (_, number) => {
      const login = uniqueEmailAddress(`guesser-${number}`)
      const session = await Session.register(request, channel, { login, password: PASSWORD })
      for (let code = 0; code < ACCOUNT_LIMIT; code += 1)
        expect((await guess(session, `GUESS${number}-${code}`)).status).toBe(400)
    }),
  )
  const login = uniqueEmailAddress('late')
  const late = await Session.register(request, channel, { login, password: PASSWORD })
  expect((await guess(late, 'GUESS')).status).toBe(428)

  await page.goto('/packages')
  await page.getByRole('article').filter({ hasText: 'All games' }).getByRole('link').click()
  await viewer.heading('Checkout')
  const checked = page.waitForResponse(response => response.url().includes('/api/robot_check'))
  await viewer.field('Promo code').fill('WELCOME')
  await viewer.button('Apply').click()
  await checked
  await expect(page.getByText('Promo code is invalid')).toBeVisible()
  await fillCard(page, { number: CARDS.succeeds })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('You’re all set')).toBeVisible()
  await page.context().close()
})
