import { expect, test } from '@playwright/test'
import { listEvents } from './support/api'
import { CARDS, fillCard } from './support/card'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { wakePlayer } from './support/frameCounter'
import { expectPlaying } from './support/playing'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Plum orchard, last frost'
const PHONE = { width: 390, height: 844 }

test('a gift goes from the press of Pay to a game that plays on the recipient’s phone', async ({
  browser,
}) => {
  test.slow()
  const ana = await ViewerPage.open('prairie', 'en', browser)
  await ana.register(PASSWORD)
  const games = await listEvents(ana.request, 'finished')
  const game = games.find(({ pass_type, media }) => pass_type === 'paid' && media.length > 0)
  if (!game) throw new Error('the demo has no such game')

  await ana.page.goto(`/buy?event_id=${game.id}`)
  await ana.heading('Checkout')
  await ana.page.getByRole('radio', { name: /^Buy as a gift/ }).check()
  await fillCard(ana.page, { number: CARDS.succeeds })
  await ana.page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(ana.page.getByText('A valid email address is required')).toBeVisible()
  const address = uniqueEmailAddress('recipient')
  await ana.page.getByLabel('Recipient’s email').fill(address)
  await ana.page.getByLabel('Message (optional)').fill('Enjoy the game!')
  await ana.page.getByRole('button', { name: /^Pay \$/ }).click()
  await ana.page.getByRole('link', { name: 'View codes' }).click()
  await ana.heading('Gifts and codes')
  await expect(ana.page.getByText(address)).toBeVisible()

  let code = ''
  await expect
    .poll(
      async () => {
        const texts = (await listEmailsTo(ana.request, address)).map(({ text }) => text)
        code = texts.map(text => text.match(/\/redeem#([A-Z0-9-]+)/)?.[1]).find(Boolean) ?? ''
        return code
      },
      { timeout: 120_000 },
    )
    .not.toBe('')

  const bea = await ViewerPage.open('prairie', 'en', browser)
  await bea.page.setViewportSize(PHONE)
  await bea.page.goto(`/redeem#${code}`)
  await expect(bea.page.getByLabel('Code')).toHaveValue(code)
  await expect(bea.page).toHaveURL(/\/redeem$/)
  await bea.page.locator('main').getByRole('link', { name: 'Create an account' }).click()
  await bea.heading('Create an account')
  await bea.field('First name').fill('Bea')
  await bea.field('Last name').fill('Vance')
  await bea.field('Email').fill(bea.email)
  await bea.field('Password').fill(PASSWORD)
  await bea.field('Confirm password').fill(PASSWORD)
  await bea.page.getByRole('checkbox').check()
  await bea.button('Create account').click()
  await bea.heading('Check your email')
  await bea.page.goto('/redeem')
  await expect(bea.page.getByLabel('Code')).toHaveValue(code)
  await bea.button('Redeem code').click()
  await bea.page.getByRole('link', { name: 'Go to the game' }).click()
  await wakePlayer(bea.page)
  await bea.page.getByRole('button', { name: /^Play/ }).first().click()
  await expectPlaying(bea.page)

  await ana.page.reload()
  await expect(ana.page.getByText(/^Redeemed on /)).toBeVisible()
  await ana.page.context().close()
  await bea.page.context().close()
})
