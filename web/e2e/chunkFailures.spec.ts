import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { RETRY_DELAY_MS } from '../src/shared/constants'
import { environment } from './support/deployment'

declare global {
  interface Window {
    losesTimers?: boolean
  }
}

test('screens that a visitor is led to come, though the browser loses timers', async ({ page }) => {
  // Chromium 156 was seen to lose those of a page that had just been loaded.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const losing = (then: TimerHandler, ms = 0, ...rest: unknown[]) =>
      window.losesTimers && ms > 10 && ms <= 300 ? 0 : setTimeout(then, ms, ...rest)
    Object.assign(window, { setTimeout: losing })
  })
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    window.losesTimers = true
  })
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await heading('Log in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading('Create an account')
  await page.getByRole('banner').getByRole('link', { name: 'Schedule' }).click()
  await heading('Schedule')
})

test('a press without a connection shows an error, keeps the page, and works on the next press', async ({
  page,
  context,
}) => {
  // What tells of it comes once somebody is there, and the app to see them.
  const come = new Map<string, string>()
  page.on('requestfinished', request =>
    come.set(request.url().replace(/.*\/Toasts-.*\./, 'toasts.'), request.url()),
  )
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let x = 300
  await expect
    .poll(async () => {
      x += 1
      await page.mouse.move(x, 300)
      return come.has('toasts.js') && come.has('toasts.css')
    })
    .toBe(true)
  // With all that it needs.
  await page.evaluate(async script => void (await import(script)), come.get('toasts.js') ?? '')
  await context.setOffline(true)
  const failure = page.getByRole('region').getByText('This section could not be loaded.')
  for (const name of ['Search', 'Language: English']) {
    const button = page.getByRole('button', { name })
    await button.click()
    await expect(failure).toBeVisible()
    await page.getByLabel('Close', { exact: true }).click()
    await expect(failure).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await expect(page.getByRole('menuitem', { name: 'Français' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // With its looks, which did not come the first time.
  expect(await dialog.evaluate(shown => getComputedStyle(shown).position)).toBe('fixed')
})

test('a page that was opened before an upgrade finds its parts afterwards', async ({ page }) => {
  await page.goto('/faq')
  const scripts = await page
    .locator('head script[src]')
    .evaluateAll(all => all.map(one => (one as HTMLScriptElement).src))
  const kept = resolve(environment.TOUCHLINE_VAR ?? '', 'web')
  // What an upgrade leaves of the release before is what its processes kept when they started.
  const names = readFileSync(resolve(kept, 'current.txt'), 'utf8').split('\n')
  expect(names).toEqual(expect.arrayContaining(scripts.map(address => address.replace(/.*\//, ''))))
  writeFileSync(resolve(kept, 'assets/of-the-release-before.js'), 'export {}')
  const found = await page.evaluate(async () => {
    const answer = await fetch('/assets/of-the-release-before.js')
    return [answer.status, await answer.text()]
  })
  expect(found).toEqual([200, 'export {}'])
})

for (const [what, files, milliseconds] of [
  // It is fetched ahead, and once more where that has failed already, or else with what was fetched ahead.
  ['a script', /\/assets\/main-.*\.js$/, RETRY_DELAY_MS / 2],
  ['a script that others need', /\/assets\/vendor-.*\.js$/, RETRY_DELAY_MS / 2],
  ['a style sheet', /\/assets\/ui-.*\.css$/, 0],
] as const) {
  test(`${what} of the app that is lost is requested again, and the page appears`, async ({ page }) => {
    let lostAt: number | undefined
    await page.route(files, route => {
      const first = lostAt === undefined
      lostAt ??= Date.now()
      return first || Date.now() - lostAt < milliseconds ? route.abort() : route.continue()
    })
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('link[rel="stylesheet"][href*="/assets/ui-"]').first()).toBeAttached()
  })

  test(`a page whose app cannot load ${what} shows an apology in the channel’s language`, async ({
    page,
  }) => {
    await page.route(files, route => route.abort())
    await page.goto('/faq?lang=fr')
    const alert = page.getByRole('alert')
    await expect(alert.getByRole('heading', { level: 1 })).toHaveText(/^Toutes nos excuses/)
    await page.unroute(files)
    await alert.getByRole('link', { name: 'Recharger' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
  })
}
