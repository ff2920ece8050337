import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

/**
 * Two projects: `unit` runs everywhere in seconds; `pact` starts Pact's mock server and writes
 * what the web asks of the server into `contracts/pacts`.
 */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      restoreMocks: true,
      unstubGlobals: true,
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['src/**/*.test.{ts,tsx}'],
            exclude: ['src/**/*.pact.test.ts'],
            environment: 'node',
          },
        },
        {
          extends: true,
          test: {
            name: 'pact',
            include: ['src/**/*.pact.test.ts'],
            environment: 'node',
            fileParallelism: false,
            testTimeout: 20_000,
            env: { PACT_DO_NOT_TRACK: 'true' },
          },
        },
      ],
    },
  }),
)
