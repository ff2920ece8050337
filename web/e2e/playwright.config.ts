import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { command, port, requestedEnvironment, root, runningUrl } from './support/deployment'

/**
 * Journeys in a real Chromium against the real product: `touchline run` with the demo channels, and its own folder and
 * port. Set `TOUCHLINE_TEST_E2E_URL` to test a running deployment. The headless shell is preferred: it is the same
 * engine with half of the load.
 */
const chromium = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path))

/** Slow test files. They start first, so that no worker runs one of them alone at the end. */
const LONG_RUNNING = /(simulate|live|clips|axe|accounts|billing|audioTracks)\.spec\.ts/

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // A busy CI machine can stall for longer than a test waits. A test that passes on its retry is listed as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // `make test` leaves out the tests that repeat another test in a second language or window size.
  ...(process.env.TOUCHLINE_TEST_QUICK === undefined ? {} : { grepInvert: /@nightly/ }),
  workers: 2,
  // A busy machine takes three times as long as an idle one.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  projects: [
    { name: 'long', testMatch: LONG_RUNNING },
    { name: 'short', testIgnore: LONG_RUNNING },
  ],
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: runningUrl ?? `http://prairie.localhost:${port}`,
    viewport: { width: 1280, height: 720 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Without a GPU, animations take a fifth of the processor time. `shell.spec.ts` tests with animations.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    actionTimeout: 30_000,
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  ...(runningUrl === undefined
    ? {
        webServer: {
          command,
          cwd: root,
          env: requestedEnvironment,
          wait: { stdout: /Touchline is ready/ },
          timeout: 600_000,
          gracefulShutdown: { signal: 'SIGINT', timeout: 30_000 },
          stdout: 'pipe',
        },
      }
    : {}),
})
