import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { RETRY_DELAY_MS } from '../src/shared/constants'
import { environment } from './support/deployment'

declare global {
  interface Window {
    dropsTimers?: boolean
  }
}

test('links open their screens even if the browser drops timers', async ({ page }) => {
  // Chromium 156 sometimes drops the timers of a page that has just loaded.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const dropping = (then: TimerHandler, ms = 0, ...rest: unknown[]) =>
      window.dropsTimers && ms > 10 && ms <= 300 ? 0 : setTimeout(then, ms, ...rest)
    Object.assign(window, { setTimeout: dropping })
  })
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    window.dropsTimers = true
  })
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await heading('Log in')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading('Create an account')
  await page.getByRole('banner').getByRole('link', { name: 'Schedule' }).click()
  await heading('Schedule')
})

test('a click without a connection shows an error, keeps the page, and works on the next try', async ({
  page,
  context,
}) => {
  // The files of the error message load on the first gesture of the visitor.
  const loaded = new Map<string, string>()
  page.on('requestfinished', request =>
    loaded.set(request.url().replace(/.*\/Toasts-.*\./, 'toasts.'), request.url()),
  )
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let x = 300
  await expect
    .poll(async () => {
      x += 1
      await page.mouse.move(x, 300)
      return loaded.has('toasts.js') && loaded.has('toasts.css')
    })
    .toBe(true)
  // The script needs its imports as well.
  await page.evaluate(async script => void (await import(script)), loaded.get('toasts.js') ?? '')
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
  // Its styles, which failed to load the first time, are applied.
  expect(await dialog.evaluate(shown => getComputedStyle(shown).position)).toBe('fixed')
})

test('a page that was opened before an upgrade can load its files afterwards', async ({ page }) => {
  await page.goto('/faq')
  const scripts = await page
    .locator('head script[src]')
    .evaluateAll(elements => elements.map(element => (element as HTMLScriptElement).src))
  const webFolder = resolve(environment.TOUCHLINE_VAR ?? '', 'web')
  // An upgrade keeps the files that the previous release copied at its start.
  const names = readFileSync(resolve(webFolder, 'current.txt'), 'utf8').split('\n')
  expect(names).toEqual(expect.arrayContaining(scripts.map(address => address.replace(/.*\//, ''))))
  writeFileSync(resolve(webFolder, 'assets/of-previous-release.js'), 'export {}')
  const loaded = await page.evaluate(async () => {
    const response = await fetch('/assets/of-previous-release.js')
    return [response.status, await response.text()]
  })
  expect(loaded).toEqual([200, 'export {}'])
})

for (const [what, files, milliseconds] of [
  // The page preloads a script, and requests it again if the preload has failed.
  ['a script', /\/assets\/main-.*\.js$/, RETRY_DELAY_MS / 2],
  ['a script that others need', /\/assets\/vendor-.*\.js$/, RETRY_DELAY_MS / 2],
  ['a style sheet', /\/assets\/ui-.*\.css$/, 0],
] as const) {
  const tag = what === 'a script' ? [] : '@nightly'
  test(`the app requests ${what} again if it fails to load, and the page appears`, { tag }, async ({
    page,
  }) => {
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

  test(`a page whose app cannot load ${what} shows an apology in the channel’s language`, { tag }, async ({
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
