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

/** A recorded game that costs money, which nothing but itself or a pass opens. */
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

/** A button's name goes on with what it is about. */
const startTrialButton = ({ source }: RegExp) => new RegExp(source.slice(0, -1))

const pay = (viewer: ViewerPage, language: Language) =>
  viewer.page.getByRole('button', { name: PAY[language] }).click()

/** A letter with this subject has come, or comes soon. */
const hasEmail = (viewer: ViewerPage, subject: RegExp) =>
  expect
    .poll(async () => (await listEmailsTo(viewer.request, viewer.email)).map(letter => letter.subject), {
      timeout: 45_000,
    })
    .toContainEqual(expect.stringMatching(subject))

/** What opens a closed game, in the place of its picture. */
const purchaseOptions = (page: Page) => page.locator('main a[href^="/buy?"]').first()

/** Chooses an offer on `/packages`, and is at its checkout. */
async function choose(viewer: ViewerPage, name: RegExp) {
  const news = viewer.page.getByRole('dialog', { name: /^(Basketball is back|Le basketball est de retour)$/ })
  await viewer.page.addLocatorHandler(news, () => viewer.page.keyboard.press('Escape'))
  await viewer.page.goto('/packages')
  await viewer.page.getByRole('article').filter({ hasText: name }).getByRole('link').click()
  await viewer.heading('Checkout')
}

for (const [nth, language] of LANGUAGES.entries()) {
  test(`in ${language} a game is bought with a card that asks the bank, opens in a tab beside, and plays`, {
    tag: language === 'fr' ? [] : '@nightly',
  }, async ({ browser }) => {
    test.slow()
    const viewer = await newViewer('prairie', language, browser)
    const { page, text: say } = viewer
    const game = await pricedRecording(viewer, nth)
    const beside = await page.context().newPage()
    await beside.goto(`/watch/${game.id}`)
    await expect(purchaseOptions(beside)).toBeVisible()
    await expect(beside.locator('video')).toHaveCount(0)

    await page.bringToFront()
    await page.goto(`/watch/${game.id}`)
    await purchaseOptions(page).click()
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
    await wakePlayer(beside)
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
    await hasEmail(viewer, RECEIPT[language])
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      lines.getByRole('button', { name: startTrialButton(say('Receipt')) }).click(),
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
    await choose(viewer, /(One month, no strings|Un mois, sans suite)/)
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

  test(`in ${language} a trial begins, its renewal is cancelled, taken up again, and fails`, {
    tag: language === 'fr' ? [] : '@nightly',
  }, async ({ browser, request }) => {
    test.slow()
    const viewer = await newViewer(await createShop(`trials-${language}`), language, browser)
    const { page, text: say } = viewer
    await choose(viewer, /All games/)
    await fillCard(page, { number: CARDS.failsLater })
    await page.getByRole('button', { name: START[language] }).click()
    await expect(page.getByText(say('You’re all set'))).toBeVisible()
    // Nobody is told of a trial whose renewal was cancelled meanwhile.
    await hasEmail(viewer, TRIAL[language])

    await viewer.link('View my orders').click()
    await page.getByRole('button', { name: startTrialButton(say('Cancel auto-renewal')) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Cancel auto-renewal') })
      .click()
    await expect(page.getByText(say('Auto-Renewal Cancelled'))).toBeVisible()
    await page.getByRole('button', { name: startTrialButton(say('Turn on auto-renewal')) }).click()
    await expect(page.getByText(say('Auto-Renewal'))).toBeVisible()

    await stripeControl(request).advance(8)
    await expect
      .poll(async () => {
        await page.reload()
        await viewer.expectLoggedIn()
        return page.getByText(say('Use another card')).first().isVisible()
      })
      .toBe(true)
    await hasEmail(viewer, UNPAID[language])
    await page.goto('/profile/transactions')
    await expect(page.getByRole('row').getByText(say('Failed')).first()).toBeVisible()
    await page.context().close()
  })
}

test('a card that is typed before the provider’s scripts have come is taken all the same', async ({
  browser,
}) => {
  const viewer = await newViewer('atelier', 'en', browser)
  const { page } = viewer
  const scripts = Promise.withResolvers<void>()
  await page.route('**/v3/parts/field.js', async route => {
    await scripts.promise
    await route.fallback()
  })
  await choose(viewer, /One month, no strings/)
  const typed = { cardNumber: CARDS.succeeds, cardExpiry: '1240', cardCvc: '123' }
  for (const [field, text] of Object.entries(typed))
    await page.frameLocator(`iframe[data-field="${field}"]`).locator('input').fill(text)
  scripts.resolve()
  await expect(page.locator('.StripeElement--complete')).toHaveCount(3)
  await pay(viewer, 'en')
  await expect(page.getByText('You’re all set')).toBeVisible()
  await page.context().close()
})

test('two viewers’ money never mixes: neither sees the other’s orders, cards or games', async ({
  browser,
}) => {
  const one = await newViewer('prairie', 'en', browser)
  const other = await newViewer('prairie', 'en', browser)
  const game = await pricedRecording(one, 2)
  await one.page.goto(`/buy?event_id=${game.id}`)
  await fillCard(one.page, { number: CARDS.succeeds })
  await pay(one, 'en')
  await expect(one.page.getByText('You’re all set')).toBeVisible()
  await one.page.goto('/profile')
  await expect(one.page.getByRole('heading', { level: 3, name: game.name })).toBeVisible()
  await expect(one.page.getByText('Visa ending in 4242', { exact: true })).toBeVisible()
  await other.page.goto('/profile')
  await expect(other.page.getByText('No passes yet')).toBeVisible()
  await expect(other.page.getByText(/^You have no saved cards/)).toBeVisible()
  await expect(other.page.getByText(game.name)).toHaveCount(0)
  await other.page.goto(`/buy?event_id=${game.id}`)
  await expect(other.page.getByRole('button', { name: PAY.en })).toBeVisible()
  // The fields of a new card stand open where no card is kept.
  await expect(other.page.locator('iframe[data-field="cardNumber"]')).toBeVisible()
  await expect(other.page.getByText('4242')).toHaveCount(0)
  await other.page.goto(`/watch/${game.id}`)
  await expect(purchaseOptions(other.page)).toBeVisible()
  await expect(other.page.locator('video')).toHaveCount(0)
  for (const { page } of [one, other]) await page.context().close()
})
