import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { recordConsoleErrors } from './support/consoleErrors'
import { recordMutations } from './support/mutations'
import { isShownAt, SCREENS, showScreen } from './support/screens'

/** Those that a wide window lays out in another way. */
const WIDE =
  /^(home|home-school|language|library|login|orders|passes|profile|profile-devices|schedule|schedule-table|schools|search|watch|watch-live|watch-locked)$/

// Each of the four may have a browser to itself.
test.describe.configure({ mode: 'parallel' })

for (const width of [390, 1440]) {
  for (const channel of ['prairie', 'atelier'] as const) {
    test(`axe and the console find nothing on ${channel}'s screens at ${width} px, and none scrolls sideways`, {
      tag: width === 390 || channel === 'prairie' ? [] : '@nightly',
    }, async ({ page, request, baseURL }) => {
      const screens = SCREENS.filter(screen => screen.channel === channel && isShownAt(screen, width)).filter(
        ({ name }) => width === 390 || WIDE.test(name),
      )
      test.setTimeout(screens.length * 20_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const complaints = recordConsoleErrors(page)
      const changes = recordMutations(page)
      for (const screen of screens) {
        const again = () => showScreen(page, request, baseURL ?? '', screen)
        await again()
        const found = await violationsOn(page, { isOverlay: screen.open !== undefined, reopen: again })
        expect.soft(found, screen.name).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(overflow, screen.name).toBeLessThanOrEqual(0)
        expect.soft(complaints.splice(0), screen.name).toEqual([])
        const pending = changes.splice(0)
        if (screen.open === undefined)
          expect.soft(pending, `opening ${screen.name} changes nothing`).toEqual([])
      }
    })
  }
}
