import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'
import { WIDE } from '../e2e/support/screens'

const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
const LOCALES = ['en-US', 'fr-CA']

/**
 * `make screenshots`: screenshots of every screen in three sizes and two languages, on both demo channels.
 *
 * They are written to `var/screenshots`, with an `index.html` that shows them side by side. They use the journeys'
 * deployment or the deployment at `TOUCHLINE_TEST_E2E_URL`.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results/screenshots',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  reporter: [['./Progress.ts', { folder: resolve(import.meta.dirname, '../../var/screenshots') }]],
  projects: LOCALES.flatMap(locale =>
    SIZES.map(viewport => ({
      name: `${locale.slice(0, 2)}-${viewport.width}`,
      // Screens that only exist at the other width carry its tag.
      grepInvert: viewport.width >= WIDE ? /@narrow/ : /@wide/,
      use: { ...journeys.use, locale, viewport, actionTimeout: 15_000, trace: 'off' as const },
    })),
  ),
})
