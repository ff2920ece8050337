import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'

/**
 * `make delay`: how old a live picture is when a viewer sees it, in the journeys' deployment or the one that
 * `TOUCHLINE_TEST_E2E_URL` names.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.measure.ts',
  outputDir: '../test-results/delay',
  timeout: 240_000,
})
