import { expect, type Page, test } from '@playwright/test'
import { freeLibraryItem, freeRecording } from './support/api'

const first = '#first[data-shown]'
const LINE_HEIGHT = 32
const waitForApp = (page: Page) => expect(page.locator('#first')).toHaveCount(0)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a page has its heading, image and links', async ({ page, request }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.locator('.slide img')).toBeVisible()
    await page.getByRole('link', { name: 'Prairie Sports Network' }).click()
    await page.goto('/vod_library')
    await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
    const game = await freeRecording(request)
    await page.goto(`/watch/${game.id}`)
    await expect(page.getByRole('heading', { level: 1, name: game.name })).toBeVisible()
  })
})

test('the app replaces the first paint without moving its content', async ({ page, request, baseURL }) => {
  const [game, libraryItem] = [await freeRecording(request), await freeLibraryItem(request)]
  const atelier = (path: string) => new URL(path, baseURL).href.replace('prairie', 'atelier')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, selector] of [
    ['/', '.slide img'],
    [`/watch/${game.id}`, '.player'],
    [atelier(`/vod_library/${libraryItem.id}`), '.player'],
    [atelier('/vod_library'), '.card__poster >> nth=0'],
    ['/login', 'h1'],
  ] as const) {
    const delayed = Promise.withResolvers<void>()
    await page.route('**/api/**', async route => {
      await delayed.promise
      await route.fallback()
    })
    await page.goto(address)
    const before = await page.locator(first).locator(selector).boundingBox()
    delayed.resolve()
    await waitForApp(page)
    const after = await page.locator('#root').locator(selector).first().boundingBox()
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 99)), address).toBeLessThanOrEqual(1)
    // Text can take a line more or less in the channel’s own font.
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 99)), address).toBeLessThanOrEqual(LINE_HEIGHT)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

for (const [width, most] of [
  [390, 2],
  [1280, 4],
] as const) {
  test(`the library at ${width} px loads ${most} posters before the app`, async ({ page, baseURL }) => {
    const requests: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'image') requests.push(request.url())
    })
    await page.setViewportSize({ width, height: 844 })
    await page.route(/\/assets\/main-.*\.js$/, () => {}) // never fulfilled, as on a slow connection
    await page.goto(new URL('/vod_library', baseURL).href, { waitUntil: 'commit' })
    const posters = page.locator(`${first} .card__poster img`)
    await expect(posters).toHaveCount(4)
    await page.waitForLoadState('load') // waits for every image that is not lazy
    const sources = await posters.evaluateAll(images => images.map(image => (image as HTMLImageElement).src))
    await expect
      .poll(() => sources.filter(source => requests.includes(source)))
      .toEqual(sources.slice(0, most))
    await expect(posters.locator('visible=true')).toHaveCount(most)
  })
}

test('the app leaves the language and theme of the server’s page unchanged', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const updates: string[] = []
    const { getPropertyValue, setProperty } = CSSStyleDeclaration.prototype
    const state = Object.assign(window, { updates, requests: 0 })
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      if (this.parentRule) state.requests += 1
      return getPropertyValue.call(this, name)
    }
    CSSStyleDeclaration.prototype.setProperty = function (name, ...more) {
      if (this.parentRule || this === document.documentElement.style) updates.push(name)
      return setProperty.call(this, name, ...more)
    }
    new MutationObserver(changes => {
      for (const { target, attributeName } of changes)
        if (target === document.documentElement) updates.push(String(attributeName))
    }).observe(document, { subtree: true, attributeFilter: ['lang', 'style'] })
  })
  for (const channel of ['prairie', 'atelier']) {
    await page.goto(new URL('/', baseURL).href.replace('prairie', channel))
    await waitForApp(page)
    await page.waitForFunction(() => (window as unknown as { requests: number }).requests > 20)
    const updates = await page.evaluate(() => (window as unknown as { updates: string[] }).updates)
    expect(updates, channel).toEqual([])
  }
})

test('a viewer who hides scores does not see the first paint of a game', async ({ page, request }) => {
  const { id } = await freeRecording(request)
  await page.addInitScript(() => {
    const until = Date.now() + 1e9
    localStorage.setItem(
      'touchline.prairie.hide_scores',
      JSON.stringify({ value: { hides: true, by: null }, until }),
    )
    new MutationObserver(() => {
      if (document.querySelector('#first[data-shown]')) document.documentElement.dataset.seen = ''
    }).observe(document, { subtree: true, attributeFilter: ['data-shown'] })
  })
  await page.goto(`/watch/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-seen')
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-seen')
})
