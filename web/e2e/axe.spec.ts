import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { isSeenAt, SCREENS, show } from './support/screens'

for (const width of [390, 1440]) {
  for (const channel of ['prairie', 'atelier'] as const) {
    test(`axe finds nothing on ${channel}'s screens at ${width} px, and none scrolls sideways`, async ({
      page,
      request,
      baseURL,
    }) => {
      const screens = SCREENS.filter(screen => screen.channel === channel && isSeenAt(screen, width))
      test.setTimeout(screens.length * 20_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      for (const screen of screens) {
        await show(page, request, baseURL ?? '', screen)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(', ')}`)
        expect.soft(found, screen.name).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(overflow, screen.name).toBeLessThanOrEqual(0)
      }
    })
  }
}
