import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { freeRecording, paidRecording } from './support/api'

const SCREENS = ['/', '/schedule', '/vod_library', '/faq', '/about', '/404']

for (const width of [390, 1440]) {
  for (const channel of ['prairie', 'atelier']) {
    test(`axe finds nothing on ${channel}'s screens at ${width} px, and none scrolls sideways`, async ({
      page,
      request,
      baseURL,
    }) => {
      test.setTimeout(120_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const games = channel === 'prairie' ? [await freeRecording(request), await paidRecording(request)] : []
      for (const path of [...SCREENS, ...games.map(game => `/watch/${game.id}`)]) {
        await page.goto(new URL(path, baseURL).href.replace('prairie', channel))
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(page.locator('main [aria-busy]')).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(', ')}`)
        expect(found, path).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, path).toBeLessThanOrEqual(0)
      }
    })
  }
}
