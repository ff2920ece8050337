import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { command, port, requestedEnvironment, root, runningUrl } from './support/deployment'

/**
 * Journeys in a real Chromium against the real product: `touchline run` with its own folder and port,
 * the demo channels in it, nothing faked. `TOUCHLINE_TEST_E2E_URL` points them at a deployment that runs already.
 * The shell without windows comes first: the same engine at half of the work.
 */
const chromium = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path))

/** What waits for real time or walks over every screen begins first, so that no worker is left alone with it. */
const LONG_RUNNING = /(simulate|live|clips|axe|accounts|billing|audioTracks)\.spec\.ts/

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // A busy CI machine can stall for longer than a test waits. A test that passes on its retry is listed as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // `make test` leaves out the tests that repeat another test in a second language or window size.
  ...(process.env.TOUCHLINE_TEST_QUICK === undefined ? {} : { grepInvert: /@nightly/ }),
  // One more than there are processors: a journey that waits for an encoder leaves its processor to another.
  workers: 3,
  // A machine with others on it takes three times as long as one that is idle.
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
    // Without a graphics card each picture of a movement is drawn by the processor: a fifth of all work.
    // What moves is looked at in `shell.spec.ts`, where nothing is reduced.
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
