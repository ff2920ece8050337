import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { recordConsoleErrors } from './support/consoleErrors'
import { recordMutations } from './support/mutations'
import { isShownAt, SCREENS, showScreen } from './support/screens'

/** The screens that a wide window lays out differently. */
const WIDE =
  /^(home|home-school|language|library|login|orders|passes|profile|profile-devices|schedule|schedule-table|schools|search|watch|watch-live|watch-locked)$/

/** The screens that `make test` checks. `make nightly` checks all of them. */
const MAIN =
  /^(home|schedule|days|watch|watch-locked|watch-live|clip-editor|select-package|passes|library|film|film-locked|login|registration-empty|profile|orders|search|menu)$/

const CHANNELS = ['prairie', 'atelier']

const SELECTIONS = [
  { names: MAIN, screens: 'main screens', width: 390, channels: ['prairie'], tag: [] },
  { names: /./, screens: 'screens', width: 390, channels: CHANNELS, tag: '@nightly' },
  { names: WIDE, screens: 'screens', width: 1440, channels: CHANNELS, tag: '@nightly' },
]

// Tests of this file may run in parallel.
test.describe.configure({ mode: 'parallel' })

for (const { names, screens, width, channels, tag } of SELECTIONS) {
  for (const channel of channels) {
    test(`${channel}'s ${screens} at ${width} px have no axe violations, console errors or horizontal scrolling`, {
      tag,
    }, async ({ page, request, baseURL }) => {
      const selected = SCREENS.filter(
        screen => screen.channel === channel && isShownAt(screen, width) && names.test(screen.name),
      )
      test.setTimeout(selected.length * 20_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const consoleErrors = recordConsoleErrors(page)
      const mutations = recordMutations(page)
      for (const screen of selected) {
        const openScreen = () => showScreen(page, request, baseURL ?? '', screen)
        await openScreen()
        const found = await violationsOn(page, { isOverlay: screen.open !== undefined, reopen: openScreen })
        expect.soft(found, screen.name).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(overflow, screen.name).toBeLessThanOrEqual(0)
        expect.soft(consoleErrors.splice(0), screen.name).toEqual([])
        const pending = mutations.splice(0)
        if (screen.open === undefined)
          expect.soft(pending, `mutations from opening ${screen.name}`).toEqual([])
      }
    })
  }
}
