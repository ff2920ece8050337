import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'

/**
 * `make delay`: measure the delay of a live stream in the player, in the journeys' deployment or the deployment at
 * `TOUCHLINE_TEST_E2E_URL`.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.measure.ts',
  outputDir: '../test-results/delay',
  timeout: 240_000,
})
