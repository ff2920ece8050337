import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'

/**
 * What `make bench` asks a real Chromium, in the journeys' deployment or the one that `TOUCHLINE_TEST_E2E_URL`
 * names: one page at a time, and what is found is written to the file that `BUDGET_FOUND` names.
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
