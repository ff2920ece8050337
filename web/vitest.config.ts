import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

/**
 * What puts another `location` in the place of the page's, reads a configuration or listens to the sound of a
 * video cannot do so within a context of Node's virtual machine.
 */
const apart = [
  'src/app/messages.test.ts',
  'src/billing/screens/Orders.test.tsx',
  'src/channel/screens/auth/Login.test.tsx',
  'src/channel/screens/profile/Devices.test.tsx',
  'src/shared/player/ads/AdBreak.test.ts',
]
const pacts = 'src/**/*.pact.test.ts'

/**
 * Three projects: `unit` runs everywhere in seconds, each file in a context of its own (half of the work of a
 * process of its own: jsdom is read once); `apart` are the few that need a process; `pact` starts Pact's mock
 * server and writes what the web asks of the server into `contracts/pacts`.
 */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      restoreMocks: true,
      // Machines that do other things meanwhile are slow: what hangs is found all the same.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      setupFiles: ['src/shared/testing/testDate.ts', 'src/shared/testing/waitTimeout.ts'],
      unstubGlobals: true,
      // Vitest leaves a core for whoever waits; where there are two, that is half of them.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['{src,bundling}/**/*.test.{ts,tsx}'],
            exclude: [pacts, ...apart],
            environment: 'node',
            pool: 'vmThreads',
          },
        },
        {
          extends: true,
          test: { name: 'apart', include: apart, environment: 'node' },
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
