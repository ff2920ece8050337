import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

/**
 * The tests that need their own process.
 *
 * They replace `location`, read a configuration or use the audio of a video, which does not work in a VM context.
 */
const processTests = [
  'src/app/messages.test.ts',
  'src/billing/screens/Orders.test.tsx',
  'src/channel/screens/auth/Login.test.tsx',
  'src/channel/screens/profile/Devices.test.tsx',
  'src/shared/player/ads/AdBreak.test.ts',
]
const pacts = 'src/**/*.pact.test.ts'

/**
 * The three test projects.
 *
 * - `unit`: each file in its own VM context. This takes half of the time of separate processes, because jsdom loads
 *   only once.
 * - `apart`: the tests that need their own process.
 * - `pact`: starts Pact's mock server, and writes the requests of the web app to `contracts/pacts`.
 */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      restoreMocks: true,
      // Busy machines are slow. A test that hangs still fails.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      setupFiles: ['src/shared/testing/testDate.ts', 'src/shared/testing/waitTimeout.ts'],
      unstubGlobals: true,
      // Vitest leaves one core free by default. On a machine with two cores, that would be half of them.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['{src,bundling}/**/*.test.{ts,tsx}'],
            exclude: [pacts, ...processTests],
            environment: 'node',
            pool: 'vmThreads',
          },
        },
        {
          extends: true,
          test: { name: 'apart', include: processTests, environment: 'node' },
        },
        {
          extends: true,
          test: {
            name: 'pact',
            include: [pacts],
            environment: 'node',
            fileParallelism: false,
            env: { PACT_DO_NOT_TRACK: 'true' },
          },
        },
      ],
    },
  }),
)
