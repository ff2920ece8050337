import { type Browser, devices, expect, type Page, test } from '@playwright/test'
import { vast } from '../src/shared/player/ads/vastFakes'
import { recordAnalytics } from './support/analytics'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { applyPack, demoVideoPath, siteUrl } from './support/operator'
import { withAdServer, withAdTimeout } from './support/prerolls'
import { registerOperator, type Session } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

type Say = ReturnType<typeof translator>

const VIDEO = '/files/prairie/harlan-feed-and-seed.mp4'
const VISIT = 'https://example.org/feed'
const FRAMES = { fr: 'Publicité', en: 'Advertisement' }
const NAME = /^(Name|Nom) /
const PLAY = /^(Play|Lecture)/

/** Create a channel with two recordings. Before `second`, a tag without an ad and a house ad may play. */
async function createChannel(): Promise<string> {
  const channel = `sponsor-${Date.now()}`
  const game = (key: string, category: string) =>
    `- {key: ${key}, name: ${key} game, category: ${category}, starts: "-1 days 19:00", duration: 2h, pass: free}\n`
  await applyPack({
    channel:
      `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
      `settings: {analytics_key: ${channel}}\n`,
    categories:
      '- {key: hockey, name: Hockey, sport: hockey}\n- {key: soccer, name: Soccer, sport: soccer}\n',
    events: game('first', 'hockey') + game('second', 'soccer'),
    sponsors: '- {key: bank, name: Bank}\n',
    prerolls:
      '- {key: tag, name: Bank, sponsor: bank, vast: /ads/empty, categories: [soccer], weight: 1000}\n' +
      `- {key: house, name: Passes, url: ${VIDEO}, categories: [soccer], click_url: ${VISIT}, weight: 1}\n`,
  })
  for (const key of ['first', 'second'])
    await runTouchline('recordings', 'add', demoVideoPath(), '--event', key, '--channel', channel, '--inline')
  return channel
}

/** Add a sponsor and its pre-roll in the studio. */
async function addSponsor(page: Page, say: Say) {
  await page.goto('/studio/sponsors')
  await page.getByRole('link', { name: say('Add sponsor') }).click()
  await page.getByLabel(NAME).first().fill('Feed & Seed')
  await page.getByLabel(say('Contact email')).fill('ads@example.org')
  await page.getByRole('button', { name: say('Save') }).click()
  await expect(page).not.toHaveURL(/_new/)
  await page.goto('/studio/content/pre-rolls/_new')
  await page.getByLabel(NAME).first().fill('Feed & Seed')
  await page.getByLabel(say('Sponsor')).selectOption('Feed & Seed')
  await page.getByLabel(say('Address of the video')).fill(VIDEO)
  await page.getByLabel(say('Page of the advertiser')).fill(VISIT)
  await page.getByLabel('Hockey').check()
  await page.getByRole('button', { name: say('Save') }).click()
  await expect(page).not.toHaveURL(/_new/)
}

/** Open a page of a person whose browser is not automated, which the figures leave out. */
async function openViewer(browser: Browser, channel: string, language: 'en' | 'fr', width: number) {
  const context = await browser.newContext({
    baseURL: siteUrl(channel),
    userAgent: devices['Desktop Chrome'].userAgent,
    locale: language === 'fr' ? 'fr-CA' : 'en-US',
    viewport: { width, height: 844 },
  })
  return context.newPage()
}

/** Play the ad before a game to its end. `visit` opens the advertiser’s page first. */
async function watchAd(page: Page, event: number, frame: string) {
  await page.goto(`/watch/${event}`)
  await page.getByRole('button', { name: PLAY }).first().click()
  const ad = page.getByRole('region', { name: frame })
  await expect(ad.locator('video')).toBeVisible()
  await expect
    .poll(() => ad.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
  return ad
}

const readTotals = (owner: Session, key: string) =>
  owner
    .send<{ totals: Record<string, number> }>('GET', `/studio/sponsors/${key}`)
    .then(({ totals }) => [totals.impressions, totals.complete, totals.clicks])

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`a sponsor’s pre-roll is counted and reported at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000)
    const channel = await createChannel()
    const owner = await registerOperator(request, channel, 'owner')
    const context = await owner.openContext(browser, { width, language })
    const studio = await context.newPage()
    await addSponsor(studio, say)
    const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
    const idOf = (key: string) => Number(events.find(event => event.key === key)?.id)

    const viewer = await openViewer(browser, channel, language, width)
    await recordAnalytics(viewer)
    await withAdTimeout(viewer)
    await viewer.context().route(VISIT, route => route.fulfill({ body: 'Feed & Seed' }))
    await withAdServer(viewer, { '/ads/empty': vast('') })

    await test.step('a viewer sees the pre-roll and opens the page of the sponsor', async () => {
      const ad = await watchAd(viewer, idOf('first'), FRAMES[language])
      const [visited] = await Promise.all([
        viewer.context().waitForEvent('page'),
        ad.getByRole('link').first().click(),
      ])
      await visited.close()
      await ad.getByRole('button', { name: PLAY }).click()
      await expect(ad).toHaveCount(0)
      await expect.poll(() => readTotals(owner, 'feed-seed'), { timeout: 90_000 }).toEqual([1, 1, 1])
    })

    await test.step('the house ad plays if a tag has no ad', async () => {
      const ad = await watchAd(viewer, idOf('second'), FRAMES[language])
      await expect(ad.getByRole('link', { name: /Passes/ })).toBeVisible()
      await viewer.goto('/faq')
    })

    await test.step('the studio shows the figures by sponsor, game and day', async () => {
      expect(await readTotals(owner, 'feed-seed')).toEqual([1, 1, 1])
      expect(await readTotals(owner, 'bank')).toEqual([0, 0, 0])
      await studio.goto('/studio/sponsors')
      const row = studio.getByRole('row', { name: /Feed & Seed/ })
      await expect(row.getByRole('cell').nth(1)).toHaveText('1')
      expect(await violationsOn(studio)).toEqual([])
      await row.getByRole('link').click()
      const games = studio.getByRole('region', { name: say('By game') })
      await expect(games.getByRole('row', { name: /first game/ }).getByRole('cell')).toHaveText([
        ...[/first game/, '1', '1', '1', '1', '1', '1'],
      ])
      const days = studio.getByRole('region', { name: say('By day') })
      await expect(days.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('1')
      expect(await violationsOn(studio)).toEqual([])
    })

    await test.step('the link opens the report without an account until it is revoked', async () => {
      await studio.getByRole('button', { name: say('Create link') }).click()
      const dialog = studio.getByRole('dialog')
      await dialog.getByLabel(say('Name of the link')).fill('Mia')
      await dialog.getByRole('button', { name: say('Create link') }).click()
      const address = await studio.getByLabel(say('New link')).inputValue()
      expect(address).toMatch(/\/sponsor-report#[\w-]{30,}$/)
      const sponsor = await openViewer(browser, channel, language, width)
      await sponsor.goto(address.replace(/^.*(?=\/sponsor-report)/, ''))
      await expect(sponsor.getByText('first game')).toBeVisible()
      expect(await violationsOn(sponsor)).toEqual([])
      const [file] = await Promise.all([
        sponsor.waitForEvent('download'),
        sponsor.getByRole('button', { name: say('Download PDF') }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^feed-seed-[\d-]+\.pdf$/)

      await studio.getByRole('button', { name: say('Revoke {name}') }).click()
      await studio
        .getByRole('dialog')
        .getByRole('button', { name: say('Revoke link') })
        .click()
      await expect(studio.getByText(say('There is no link yet.'))).toBeVisible()
      await sponsor.reload()
      await expect(sponsor.getByText(say('This link no longer works'))).toBeVisible()
      expect(await violationsOn(sponsor)).toEqual([])
      await sponsor.context().close()
    })
    await viewer.context().close()
    await context.close()
  })
}
