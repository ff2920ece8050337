import { defineConfig } from '@playwright/test'
import journeys from '../e2e/playwright.config'

/** A part of `make nightly`: live streams that change in the middle, watched in the journeys' deployment. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.measure.ts',
  outputDir: '../test-results/nightly',
  projects: [{ name: 'streams' }],
  // Nothing else may take the processor from the player while it is timed.
  workers: 1,
  timeout: 360_000,
  reporter: [['list'], ['./tableReporter.ts']],
})
