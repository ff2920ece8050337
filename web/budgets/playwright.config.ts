import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'

/**
 * The measurements of `make bench` in a real Chromium, one page at a time. They use the journeys' deployment or the
 * deployment at `TOUCHLINE_TEST_E2E_URL`, and write their results to the file `BUDGET_RESULT_FILE`.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.measure.ts',
  projects: [{ name: 'budgets' }],
  outputDir: '../test-results/budgets',
  reporter: [['line']],
  workers: 1,
  timeout: 600_000,
})
