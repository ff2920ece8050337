import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { listEvents } from './support/api'
import { authenticate, CARDS, fillCard, stripeControl } from './support/card'
import { listEmailsTo } from './support/emails'
import { wakePlayer } from './support/frameCounter'
import { createShop } from './support/operator'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Plum orchard, last frost'
const PAY = { en: /^Pay \$/, fr: /^Payer .*\$/ }
const START = { en: /^Start 7-day free trial$/, fr: /7 jours/ }
/** Subjects of emails. */
const RECEIPT = { en: /^Your receipt from /, fr: /^Votre reçu de / }
const TRIAL = { en: /^Your .* free trial has started$/, fr: /^Votre essai gratuit .* a commencé$/ }
const UNPAID = { en: /^We couldn’t renew your /, fr: /^Nous n’avons pas pu renouveler votre / }
const LANGUAGES = ['en', 'fr'] as const
type Language = (typeof LANGUAGES)[number]

/** Return a recorded game that needs its own purchase or a pass. */
async function pricedRecording(viewer: ViewerPage, nth: number) {
  const games = (await listEvents(viewer.request, 'finished')).filter(({ pass_type }) => pass_type === 'paid')
  const game = games.filter(({ media }) => media.length > 0)[nth]
  if (!game) throw new Error('the demo has no such game')
  return game
}

async function newViewer(
  channel: string,
  language: Language,
  browser: Parameters<typeof ViewerPage.open>[2],
) {
  const viewer = await ViewerPage.open(channel, language, browser)
  await viewer.register(PASSWORD)
  return viewer
}

/** Match accessible names that start with a text: the rest of the name says what the button is about. */
const nameStartingWith = ({ source }: RegExp) => new RegExp(source.slice(0, -1))

const pay = (viewer: ViewerPage, language: Language) =>
  viewer.page.getByRole('button', { name: PAY[language] }).click()

/** Wait for an email with this subject. */
const expectEmail = (viewer: ViewerPage, subject: RegExp) =>
  expect
    .poll(async () => (await listEmailsTo(viewer.request, viewer.email)).map(({ subject }) => subject), {
      timeout: 45_000,
    })
    .toContainEqual(expect.stringMatching(subject))

/** The link to the checkout of a locked game. The page also links to passes and donations. */
const buyLink = (page: Page) => page.locator('main a[href^="/buy?event_id="]').first()

/** Choose an offer on `/packages` and wait for its checkout. */
async function chooseOffer(viewer: ViewerPage, name: RegExp) {
  const news = viewer.page.getByRole('dialog', { name: /^(Basketball is back|Le basketball est de retour)$/ })
  await viewer.page.addLocatorHandler(news, () => viewer.page.keyboard.press('Escape'))
  await viewer.page.goto('/packages')
  await viewer.page.getByRole('article').filter({ hasText: name }).getByRole('link').click()
  await viewer.heading('Checkout')
}

for (const [nth, language] of LANGUAGES.entries()) {
  test(`in ${language} a purchase with 3D Secure unlocks the game in every open tab, and the game plays`, {
    tag: language === 'fr' ? [] : '@nightly',
  }, async ({ browser }) => {
    test.slow()
    const viewer = await newViewer('prairie', language, browser)
    const { page, text: say } = viewer
    const game = await pricedRecording(viewer, nth)
    const otherTab = await page.context().newPage()
    await otherTab.goto(`/watch/${game.id}`)
    await expect(buyLink(otherTab)).toBeVisible()
    await expect(otherTab.locator('video')).toHaveCount(0)

    await page.bringToFront()
    await page.goto(`/watch/${game.id}`)
    await buyLink(page).click()
    await viewer.heading('Checkout')
    await page.getByRole('radio').first().check()
    await page.getByRole('checkbox').uncheck()
    await fillCard(page, { number: CARDS.declined })
    await pay(viewer, language)
    await expect(page.getByRole('dialog', { name: say('Payment failed') })).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Try another card') })
      .click()
    await fillCard(page, { number: CARDS.requiresAuthentication })
    await pay(viewer, language)
    await authenticate(page, 'complete')
    await expect(page.getByText(say('You’re all set'))).toBeVisible()
    await wakePlayer(otherTab)
    await viewer.link('Go to the game').click()
    await page
      .getByRole('button', { name: /^(Play|Lire|Lecture)/ })
      .first()
      .click()
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.5)

    await page.goto('/profile/transactions')
    const lines = page.getByRole('row').filter({ hasText: game.name })
    await expect(lines).toHaveCount(2)
    await expect(lines.getByText(say('Paid'))).toHaveCount(1)
    await expect(lines.getByText(say('Failed'))).toHaveCount(1)
    await expectEmail(viewer, RECEIPT[language])
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      lines.getByRole('button', { name: nameStartingWith(say('Receipt')) }).click(),
    ])
    expect(receipt.suggestedFilename()).toMatch(/\.pdf$/)
    expect(readFileSync(await receipt.path(), 'latin1')).toMatch(/^%PDF-/)

    await page.goto(`/buy?event_id=${game.id}`)
    await expect(page.getByText(say('You already have access to this game'))).toBeVisible()
    await expect(page.getByRole('button', { name: PAY[language] })).toHaveCount(0)
    await page.context().close()
  })

  test(`in ${language} a promo code reduces the price, and a wrong code shows an error`, {
    tag: language === 'en' ? [] : '@nightly',
  }, async ({ browser }) => {
    const viewer = await newViewer('atelier', language, browser)
    const { page, text: say } = viewer
    await chooseOffer(viewer, /(One month, no strings|Un mois, sans suite)/)
    await viewer.field('Promo code').fill('TIPOF20')
    await viewer.button('Apply').click()
    await expect(page.getByText(say('Promo code is invalid'))).toBeVisible()
    await viewer.field('Promo code').fill('tipoff20')
    await viewer.button('Apply').click()
    await expect(page.getByText(/3[.,]80/).first()).toBeVisible()
    await fillCard(page, { number: CARDS.succeeds })
    await page.getByRole('button', { name: /16[.,]20/ }).click()
    await expect(page.getByText(say('You’re all set'))).toBeVisible()
    await page.goto('/profile/transactions')
    await expect(page.getByRole('row').filter({ hasText: /16[.,]20/ })).toHaveCount(1)
    await page.context().close()
  })

  test(`in ${language} a trial starts, its renewal is canceled, turned on again, and fails`, {
    tag: '@nightly',
  }, async ({ browser, request }) => {
    test.slow()
    const viewer = await newViewer(await createShop(`trials-${language}`), language, browser)
    const { page, text: say } = viewer
    await chooseOffer(viewer, /All games/)
    await fillCard(page, { number: CARDS.failsLater })
    await page.getByRole('button', { name: START[language] }).click()
    await expect(page.getByText(say('You’re all set'))).toBeVisible()
    // Wait before canceling: a trial whose renewal is canceled sends no email.
    await expectEmail(viewer, TRIAL[language])

    await viewer.link('View my orders').click()
    await page.getByRole('button', { name: nameStartingWith(say('Cancel auto-renewal')) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Cancel auto-renewal') })
      .click()
    await expect(page.getByText(say('Auto-Renewal Cancelled'))).toBeVisible()
    await page.getByRole('button', { name: nameStartingWith(say('Turn on auto-renewal')) }).click()
    await expect(page.getByText(say('Auto-Renewal'))).toBeVisible()

    await stripeControl(request).advance(8)
    await expect
      .poll(async () => {
        await page.reload()
        await viewer.expectLoggedIn()
        return page.getByText(say('Use another card')).first().isVisible()
      })
      .toBe(true)
    await expectEmail(viewer, UNPAID[language])
    await page.goto('/profile/transactions')
    await expect(page.getByRole('row').getByText(say('Failed')).first()).toBeVisible()
    await page.context().close()
  })
}

test('a card entered before the provider’s scripts load is accepted', { tag: '@nightly' }, async ({
  browser,
}) => {
  const viewer = await newViewer('atelier', 'en', browser)
  const { page } = viewer
  const scripts = Promise.withResolvers<void>()
  await page.route('**/v3/parts/field.js', async route => {
    await scripts.promise
    await route.fallback()
  })
  await chooseOffer(viewer, /One month, no strings/)
  const typed = { cardNumber: CARDS.succeeds, cardExpiry: '1240', cardCvc: '123' }
  for (const [field, text] of Object.entries(typed))
    await page.frameLocator(`iframe[data-field="${field}"]`).locator('input').fill(text)
  scripts.resolve()
  await expect(page.locator('.StripeElement--complete')).toHaveCount(3)
  await pay(viewer, 'en')
  await expect(page.getByText('You’re all set')).toBeVisible()
  await page.context().close()
})

test('a viewer never sees the orders, cards or games of another viewer', { tag: '@nightly' }, async ({
  browser,
}) => {
  const buyer = await newViewer('prairie', 'en', browser)
  const other = await newViewer('prairie', 'en', browser)
  const game = await pricedRecording(buyer, 2)
  await buyer.page.goto(`/buy?event_id=${game.id}`)
  await fillCard(buyer.page, { number: CARDS.succeeds })
  await pay(buyer, 'en')
  await expect(buyer.page.getByText('You’re all set')).toBeVisible()
  await buyer.page.goto('/profile')
  await expect(buyer.page.getByRole('heading', { level: 3, name: game.name })).toBeVisible()
  await expect(buyer.page.getByText('Visa ending in 4242', { exact: true })).toBeVisible()
  await other.page.goto('/profile')
  await expect(other.page.getByText('No passes yet')).toBeVisible()
  await expect(other.page.getByText(/^You have no saved cards/)).toBeVisible()
  await expect(other.page.getByText(game.name)).toHaveCount(0)
  await other.page.goto(`/buy?event_id=${game.id}`)
  await expect(other.page.getByRole('button', { name: PAY.en })).toBeVisible()
  // Without a saved card, the fields of a new card are visible.
  await expect(other.page.locator('iframe[data-field="cardNumber"]')).toBeVisible()
  await expect(other.page.getByText('4242')).toHaveCount(0)
  await other.page.goto(`/watch/${game.id}`)
  await expect(buyLink(other.page)).toBeVisible()
  await expect(other.page.locator('video')).toHaveCount(0)
  for (const { page } of [buyer, other]) await page.context().close()
})
