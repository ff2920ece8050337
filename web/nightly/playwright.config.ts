import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'

/** A part of `make nightly`: live streams whose format changes, played in the journeys' deployment. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.measure.ts',
  outputDir: '../test-results/nightly',
  projects: [{ name: 'streams' }],
  // Other work on the processor would distort the measured times.
  workers: 1,
  timeout: 360_000,
  reporter: [['list'], ['./tableReporter.ts']],
})
