import { expect, type Page, test } from '@playwright/test'
import { recordAnalytics } from './support/analytics'
import { freeRecording } from './support/api'
import { violationsOn } from './support/axe'
import { CARDS, fillCard } from './support/card'
import { createShop } from './support/operator'
import { ViewerPage } from './support/viewer'

const consentDialog = (page: Page) => page.getByRole('region', { name: 'Allow usage statistics?' })

test('analytics stores nothing before consent, keeps the session after it, and reports the full watch time', async ({
  page,
  request,
}) => {
  const game = await freeRecording(request)
  await page.setViewportSize({ width: 390, height: 844 })
  const counted = await recordAnalytics(page)
  await page.goto('/faq?trk=mail')
  await expect(consentDialog(page)).toBeVisible()
  await expect
    .poll(() => counted.find(({ path }) => path === 'session'))
    .toMatchObject({
      ...{
        profile: 'prairie-sports-network',
        session: expect.stringMatching(/^[\da-f]{32}$/),
        platform: 'web',
      },
      ...{ device_type: 'computer', resolution: expect.stringMatching(/^\d+x\d+$/), trk: 'mail' },
    })
  await expect
    .poll(() => counted.find(({ event }) => event === 'visit_page'))
    .toMatchObject({ page: '/faq', trk: 'mail' })
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('analytics')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(consentDialog(page)).toHaveCount(0)

  // The session and the tracking code survive a page load.
  const session = counted.find(({ path }) => path === 'session')?.session
  await page.goto(`/watch/${game.id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  const playing = () =>
    page
      .locator('video')
      .first()
      .evaluate(video => (video as HTMLVideoElement).currentTime)
  await expect.poll(playing).toBeGreaterThan(2)
  // Simulate leaving the page: Playwright only sees requests of an open page.
  await page.evaluate(() => void dispatchEvent(new Event('pagehide')))
  const play = { session_uuid: session, stream_id: game.id, stream_type: 'event', trk: 'mail', consent: true }
  await expect.poll(() => counted.find(({ path }) => path === 'video/viewing')).toMatchObject(play)
  const first = counted.find(({ event }) => event === 'first_frame')
  expect(first).toMatchObject({ ...play, startup_ms: expect.any(Number) })
  const viewing = () => counted.filter(({ path }) => path === 'video/viewing')
  expect(viewing()[0]?.video_view_uuid).toBe(first?.video_view_uuid)
  // The report that leaving the page sends arrives a moment later.
  await expect
    .poll(() => viewing().reduce((sum, { viewing_time }) => sum + Number(viewing_time), 0))
    .toBeGreaterThan(1.5)
  expect(counted.filter(({ path }) => path === 'session').length).toBe(1)
})

test('analytics sends nothing after the viewer declines or with Do Not Track on', async ({
  browser,
  page,
}) => {
  const counted = await recordAnalytics(page)
  await page.clock.install()
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Decline' }).click()
  const before = counted.length
  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await page.getByRole('button', { name: 'Privacy' }).click()
  await expect(consentDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(consentDialog(page)).toHaveCount(0)
  await page.clock.runFor(20_000)
  await page.goto('about:blank')
  expect(counted.slice(before)).toEqual([])

  const other = await (await browser.newContext()).newPage()
  await other.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
  await other.clock.install()
  const recorded = await recordAnalytics(other)
  await other.goto('/faq')
  await other.getByRole('button', { name: 'Privacy' }).click()
  await expect(consentDialog(other)).toContainText('Your browser asks sites not to track you')
  await other.clock.runFor(20_000)
  await other.goto('about:blank')
  expect(recorded).toEqual([])
  await other.context().close()
})

/** A fake of Google's tag: it sends each event of the page's queue to an address that the test intercepts. */
const FAKE_TAG = `
  window.dataLayer.push = entry => fetch('https://region1.google-analytics.com/g/collect', {
    method: 'POST', mode: 'no-cors', body: JSON.stringify(Array.from(entry)),
  })
  for (const entry of window.dataLayer) window.dataLayer.push(entry)
`

test('a channel’s own Google tag receives each purchase once, in Google’s format', {
  tag: '@nightly',
}, async ({ browser }) => {
  const channel = await createShop('counted', {
    settings: '{google_tag: G-JOURNEY}',
    packages: 'packages: [{key: season, name: Whole season, price: {base: 9.99}, type: season}]\n',
  })
  const viewer = await ViewerPage.open(channel, 'en', browser)
  const { page } = viewer
  const messages: unknown[][] = []
  await recordAnalytics(page)
  await page
    .context()
    .route('https://www.googletagmanager.com/**', route =>
      route.fulfill({ contentType: 'text/javascript', body: FAKE_TAG }),
    )
  await page.context().route('https://region1.google-analytics.com/**', async route => {
    messages.push(JSON.parse(route.request().postData() ?? '[]') as unknown[])
    await route.fulfill({ status: 204 })
  })
  const events = (name: string) =>
    messages.filter(([, recorded]) => recorded === name).map(([, , fields]) => fields)
  await viewer.register('Plum orchard, last frost')
  expect(messages).toEqual([])
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.goto('/packages')
  await page.getByRole('article').filter({ hasText: 'Whole season' }).getByRole('link').click()
  await viewer.heading('Checkout')
  await fillCard(page, { number: CARDS.succeeds })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('You’re all set')).toBeVisible()
  const item = { item_name: 'Whole season', item_category: 'Package', price: expect.any(Number), quantity: 1 }
  await expect
    .poll(() => events('purchase'))
    .toMatchObject([
      {
        transaction_id: expect.stringMatching(/^\d+$/),
        currency: 'USD',
        value: expect.any(Number),
        items: [item],
      },
    ])
  for (const name of ['view_item_list', 'select_item', 'begin_checkout'])
    expect(events(name), name).toMatchObject([{ items: [item] }])
  await page.reload()
  await viewer.heading('Checkout')
  await expect.poll(() => events('page_view').length).toBeGreaterThan(2)
  expect(events('purchase').length).toBe(1)
  await page.context().close()
})
