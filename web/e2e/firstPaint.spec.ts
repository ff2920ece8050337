import { expect, type Page, test } from '@playwright/test'
import { freeLibraryItem, freeRecording } from './support/api'

const first = '#first[data-shown]'
const LINE = 32
const screenshots = (page: Page) => expect(page.locator('#first')).toHaveCount(0)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a page has its heading, its picture and its links', async ({ page, request }) => {
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

test('the app replaces the first picture in the same position', async ({ page, request, baseURL }) => {
  const [game, libraryItem] = [await freeRecording(request), await freeLibraryItem(request)]
  const atelier = (path: string) => new URL(path, baseURL).href.replace('prairie', 'atelier')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, shown] of [
    ['/', '.slide img'],
    [`/watch/${game.id}`, '.player'],
    [atelier(`/vod_library/${libraryItem.id}`), '.player'],
    [atelier('/vod_library'), '.card__poster >> nth=0'],
    ['/login', 'h1'],
  ] as const) {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/**', async route => {
      await held.promise
      await route.fallback()
    })
    await page.goto(address)
    const before = await page.locator(first).locator(shown).boundingBox()
    held.resolve()
    await screenshots(page)
    const after = await page.locator('#root').locator(shown).first().boundingBox()
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 99)), address).toBeLessThanOrEqual(1)
    // The same words may take a line more or less in the channel’s own face.
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 99)), address).toBeLessThanOrEqual(LINE)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

for (const [width, most] of [
  [390, 2],
  [1280, 4],
] as const) {
  test(`a library of ${width} px requests ${most} film pictures before the app`, async ({
    page,
    baseURL,
  }) => {
    const requests: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'image') requests.push(request.url())
    })
    await page.setViewportSize({ width, height: 844 })
    await page.route(/\/assets\/main-.*\.js$/, () => {}) // never answered: the line is slow
    await page.goto(new URL('/vod_library', baseURL).href, { waitUntil: 'commit' })
    const posters = page.locator(`${first} .card__poster img`)
    await expect(posters).toHaveCount(4)
    await page.waitForLoadState('load') // which waits for every picture that is not lazy
    const sources = await posters.evaluateAll(all => all.map(one => (one as HTMLImageElement).src))
    await expect
      .poll(() => sources.filter(source => requests.includes(source)))
      .toEqual(sources.slice(0, most))
    await expect(posters.locator('visible=true')).toHaveCount(most)
  })
}

test('what the server has said of language and look is not said again', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const said: string[] = []
    const { getPropertyValue, setProperty } = CSSStyleDeclaration.prototype
    const state = Object.assign(window, { said, requests: 0 })
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      if (this.parentRule) state.requests += 1
      return getPropertyValue.call(this, name)
    }
    CSSStyleDeclaration.prototype.setProperty = function (name, ...more) {
      if (this.parentRule || this === document.documentElement.style) said.push(name)
      return setProperty.call(this, name, ...more)
    }
    new MutationObserver(changes => {
      for (const { target, attributeName } of changes)
        if (target === document.documentElement) said.push(String(attributeName))
    }).observe(document, { subtree: true, attributeFilter: ['lang', 'style'] })
  })
  for (const channel of ['prairie', 'atelier']) {
    await page.goto(new URL('/', baseURL).href.replace('prairie', channel))
    await screenshots(page)
    await page.waitForFunction(() => (window as unknown as { requests: number }).requests > 20)
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said, channel).toEqual([])
  }
})

test('who hides scores does not see the first picture of a game', async ({ page, request }) => {
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
