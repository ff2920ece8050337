import { expect, type Page, test } from '@playwright/test'

/** The same page on the other demo channel. */
const onAtelier = (url: string) => url.replace('prairie.localhost', 'atelier.localhost')

const colorOf = (page: Page, property: string) =>
  page.evaluate(name => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property)

// Drawers, dialogs and slides are animated here, as for most visitors.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('each channel has its own colors and language before its first script runs', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-CA', baseURL })
  const page = await context.newPage()
  await page.goto('/')
  const prairie = await page.locator('body').evaluate(body => getComputedStyle(body).backgroundColor)
  await page.goto(onAtelier(new URL('/', baseURL).href))
  const atelier = await page.locator('body').evaluate(body => getComputedStyle(body).backgroundColor)
  expect(prairie).not.toBe(atelier)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page).toHaveTitle('Atelier Nord')
  await context.close()
})

test('the shades of the channel’s colors match the specification', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await colorOf(page, '--body-text-70')).toContain('70%')
})

test('a visitor switches to French, and the page is still in French after a reload', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitem', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions fréquentes')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions fréquentes')
})

test('form fields keep their text when a visitor switches to French', async ({ page }) => {
  await page.goto('/registration')
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Password', { exact: true }).fill('Plum orchard, last frost')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitem', { name: 'Français' }).click()
  await expect(page.getByLabel('Prénom')).toHaveValue('Maya')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('Plum orchard, last frost')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Créer un compte')
})

test('an unknown path responds with 404, redirects to /404 and links to the home page', async ({ page }) => {
  const response = await page.goto('/nowhere/at/all')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wide of the post')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the schools menu opens the home page of a school', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Schools' }).click()
  await page.getByRole('menuitem', { name: 'Cedar Ridge' }).click()
  await expect(page).toHaveURL(/\/\?school=cedar-ridge$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Ridge' })).toBeVisible()
  const games = page.locator('main .rail a[href^="/watch/"]')
  await expect(games.first()).toBeVisible()
  for (const name of await games.allTextContents()) expect(name).toContain('Cedar Ridge')
})

test('the cards of a rail are 280 to 380 pixels wide at every window size', async ({ page }) => {
  await page.goto('/')
  const card = page.locator('#finished .rail__track > li').first()
  await expect(card).toBeVisible()
  for (const width of [320, 390, 820, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    // The list can be rendered again after the change: a removed card has no width.
    const measure = () => card.evaluate(element => element.getBoundingClientRect().width)
    await expect.poll(measure, `in a window of ${width}`).toBeGreaterThanOrEqual(280)
    expect(await measure(), `in a window of ${width}`).toBeLessThanOrEqual(380)
  }
})

test('the header fits on phones of any width, in both languages', async ({ page, baseURL }) => {
  for (const channel of ['prairie', 'atelier'])
    for (const language of ['fr', 'en']) {
      await page.goto(new URL(`/faq?lang=${language}`, baseURL).href.replace('prairie', channel))
      const logIn = page.getByRole('banner').locator('.log-in')
      await expect(logIn).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      for (const width of [320, 360, 390, 412]) {
        await page.setViewportSize({ width, height: 800 })
        const [button, name] = [await logIn.boundingBox(), page.locator('.header .brand__name')]
        const where = `${channel} in ${language}, ${width} wide`
        expect((button?.x ?? 0) + (button?.width ?? 0), where).toBeCloseTo(width - 16, 0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width)
        // The narrowest phones show the logo without the name.
        if (width < 340) continue
        expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), where).toBe(
          0,
        )
      }
    }
})

test('navigation scrolls to the top of the page and focuses its heading', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.wheel(0, 4000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('on a phone the menu is a drawer that traps the focus and returns it on close', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('Tab')
  expect(await drawer.evaluate(element => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
})

test('a channel key that is rejected twice shows an apology, and its reload button is disabled for 60 seconds', async ({
  page,
}) => {
  await page.clock.install()
  let requestCount = 0
  await page.route('**/api/get_api_key', route => {
    requestCount += 1
    const body = JSON.stringify({
      status: 403,
      code: 'errors.channel_key',
      message: 'No channel or api key found',
    })
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body })
  })
  await page.goto('/')
  await expect.poll(() => requestCount).toBe(1)
  await page.clock.runFor(1_000)
  await expect(page.getByRole('alert')).toContainText('Apologies!')
  expect(requestCount).toBe(2)
  const reload = page.getByRole('button', { name: /^Reload/ })
  await expect(reload).toBeDisabled()
  await page.clock.runFor(60_000)
  await expect(reload).toBeEnabled()
})

test('animations stop within five seconds, on screen and below the fold', async ({ page }) => {
  for (const path of ['/', '/schedule']) {
    await page.goto(path)
    await expect(page.locator('main .badge--live').first()).toBeVisible()
    const longer = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(animation => Number(animation.effect?.getComputedTiming().endTime) > 5_000)
          .map(animation => (animation as CSSAnimation).animationName),
      )
    await expect.poll(longer).toEqual([])
  }
})
