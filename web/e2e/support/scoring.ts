import { type Browser, expect, type Page } from '@playwright/test'
import { siteUrl } from './operator'
import type { translator } from './translations'

export interface ScorerLink {
  url: string
  pin: string
}

interface PhoneOptions {
  language?: 'en' | 'fr'
  width?: number
  height?: number
}

/** Open the site on a phone of its own. */
export async function openPhone(
  browser: Browser,
  channel: string,
  { language = 'en', width = 390, height = 844 }: PhoneOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: siteUrl(channel),
    viewport: { width, height },
    locale: language === 'fr' ? 'fr-CA' : 'en-US',
    hasTouch: width < 800,
  })
  return context.newPage()
}

/** Enter with a scorer link. */
export async function enterPin(
  page: Page,
  link: ScorerLink,
  name: string,
  say: ReturnType<typeof translator>,
): Promise<void> {
  await page.goto(new URL(link.url).pathname)
  await page.getByLabel(say('PIN')).fill(link.pin)
  await page.getByLabel(say('Your name')).fill(name)
  await page.getByRole('button', { name: say('Keep the score') }).click()
  await expect(half(page, 'away')).toBeVisible()
}

export const half = (page: Page, side: 'away' | 'home') => page.locator(`[data-side="${side}"]`)

/** Return the score that the page shows, the away team first. */
export async function readScore(page: Page): Promise<number[]> {
  const points = await page.locator('[data-side] .scorer-halves__points').allTextContents()
  return points.map(Number)
}

/** Return the milliseconds from each of some presses to the next painted frame. */
export async function measurePresses(page: Page, side: 'away' | 'home', count: number): Promise<number[]> {
  return half(page, side).evaluate(async (button, presses) => {
    const times: number[] = []
    for (let press = 0; press < presses; press += 1) {
      const pressedAt = performance.now()
      ;(button as HTMLElement).click()
      // A message that is sent in an animation frame arrives after the frame was painted.
      await new Promise<void>(done =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done()
          port2.postMessage(null)
        }),
      )
      times.push(performance.now() - pressedAt)
    }
    return times
  }, count)
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
