import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { paidRecording } from './support/api'
import { violationsOn } from './support/axe'
import { CARDS, fillCard } from './support/card'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { wakePlayer } from './support/frameCounter'
import { createShop, siteUrl } from './support/operator'
import { expectPlaying } from './support/playing'
import { registerOperator, Session } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

const PASSWORD = 'Plum orchard, last frost'
const PARTNER = 'prairie'
const PLAY = /^(Play|Lecture)/
const SEASON =
  'packages:\n  - {key: season, name: Both seasons, type: season, price: {base: 40}, days: 30, capabilities: [watch]}\n'

/** Open the link of the email with which a channel verifies an address, and confirm. */
async function verifyAddress(page: Page, request: APIRequestContext, channel: string, address: string) {
  const site = `${siteUrl(channel)}/verify-email`
  let link = ''
  await expect
    .poll(async () => {
      const words = (await listEmailsTo(request, address)).flatMap(({ text }) => text.split(/\s+/))
      link = words.find(word => word.startsWith(site)) ?? ''
      return link
    })
    .not.toBe('')
  await page.goto(link)
  await page.locator('main').getByRole('button').first().click()
}

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`a bundle opens another channel from the proposal to the refund at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000)
    const channel = await createShop('bundle', { packages: SEASON })
    const game = await paidRecording(request, 'paid')
    const seller = await registerOperator(request, channel, 'owner')
    const partner = await registerOperator(request, PARTNER, 'owner')
    const open = async (session: Session) =>
      (await session.openContext(browser, { width, language })).newPage()

    const selling = await open(seller)
    await test.step('the operator of one channel proposes', async () => {
      await selling.goto('/studio/bundles')
      await selling.getByRole('button', { name: say('Propose a bundle') }).click()
      const dialog = selling.getByRole('dialog')
      await dialog.getByLabel(say('Offer')).selectOption({ label: 'Both seasons' })
      await dialog.getByLabel(say('Address of the other channel')).fill(PARTNER)
      await dialog.getByLabel(say('Share of the other channel in percent')).fill('25')
      expect(await violationsOn(selling, { isOverlay: true })).toEqual([])
      await dialog.getByRole('button', { name: say('Send proposal') }).click()
      await expect(selling.getByRole('table').getByText(say('Waiting for them'))).toBeVisible()
      expect(await violationsOn(selling)).toEqual([])
    })

    await test.step('the operator of the other one accepts', async () => {
      const page = await open(partner)
      await page.goto('/studio/bundles')
      const link = page.getByRole('link', { name: 'bundle', exact: true })
      const row = page.getByRole('row').filter({ has: link.and(page.locator(`[href*="${channel}"]`)) })
      await expect(row.getByText(say('Waiting for you'))).toBeVisible()
      await row
        .getByRole('button', { name: /, Both seasons$/ })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Accept') })
        .click()
      await expect(row.getByText(say('On sale'))).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await page.context().close()
    })

    const login = uniqueEmailAddress('fan')
    const buyer = await open(await Session.register(request, channel, { login, password: PASSWORD }))
    const viewer = await open(await Session.register(request, PARTNER, { login, password: PASSWORD }))
    await verifyAddress(buyer, request, channel, login)
    await verifyAddress(viewer, request, PARTNER, login)
    const expectLocked = async () => {
      await viewer.goto(`/watch/${game.id}`)
      await expect(viewer.locator('main a[href^="/buy"]').first()).toBeVisible()
    }
    await expectLocked()

    await test.step('a viewer buys a pass that includes the other channel', async () => {
      await buyer.goto('/passes')
      await expect(buyer.getByText(say('Also includes:'))).toBeVisible()
      await buyer.getByRole('link', { name: /, Both seasons$/ }).click()
      await expect(buyer.getByText(say('Also includes:'))).toBeVisible()
      await fillCard(buyer, { number: CARDS.succeeds })
      await buyer.getByRole('button', { name: say('Pay {amount}') }).click()
      await expect(buyer.getByRole('heading', { name: say('You’re all set') })).toBeVisible()
    })

    await test.step('the same person watches a paid game of the other channel', async () => {
      await viewer.goto(`/watch/${game.id}`)
      await wakePlayer(viewer)
      await viewer.getByRole('button', { name: PLAY }).first().click()
      await expectPlaying(viewer)
    })

    await test.step('both account pages show the access', async () => {
      await buyer.goto('/profile')
      await expect(buyer.getByText(say('Also opens:'))).toBeVisible()
      await viewer.goto('/profile')
      const included = viewer.getByRole('region', { name: say('Included from other channels') })
      await expect(included.getByRole('heading', { name: /Both seasons/ })).toBeVisible()
      expect(await violationsOn(viewer)).toEqual([])
    })

    await test.step('a refund ends the access', async () => {
      const [order] = await seller.send<{ id: number }[]>('GET', '/studio/orders')
      await selling.goto(`/studio/orders/${order?.id}`)
      await selling.getByRole('button', { name: say('Refund') }).click()
      const dialog = selling.getByRole('dialog')
      await dialog.getByRole('button', { name: say('Refund {sum}') }).click()
      await expect(dialog).toHaveCount(0)
      await expectLocked()
      await viewer.goto('/profile')
      await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(viewer.getByText(say('Included from other channels'))).toHaveCount(0)
      await buyer.reload()
      await expect(buyer.getByText(say('Also opens:'))).toHaveCount(0)
    })
    for (const page of [selling, buyer, viewer]) await page.context().close()
  })
}
