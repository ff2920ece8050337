import { resolve } from 'node:path'

/** The deployment that the journeys start, and the settings by which commands beside it find it. */
export const root = resolve(import.meta.dirname, '../../..')

/** Where a deployment runs already, if it is not to be started. */
export const running = process.env.TOUCHLINE_TEST_E2E_URL

export const port =
  running === undefined ? (process.env.TOUCHLINE_TEST_E2E_PORT ?? '8091') : new URL(running).port || '80'

const own = {
  TOUCHLINE_VAR: resolve(root, 'var/e2e'),
  TOUCHLINE_LIVE_PORTS: '19450-19459',
  // All journeys come from one address, and register and log in at once.
  TOUCHLINE_THROTTLE_AUTH_CALLS: '1000',
  TOUCHLINE_THROTTLE_REGISTRATIONS: '1000',
}

export const environment: Record<string, string> = {
  ...(running === undefined ? own : { TOUCHLINE_VAR: resolve(root, 'var') }),
  ...(process.env as Record<string, string>),
  // A progress bar that redraws itself would fill the report.
  TERM: 'dumb',
  TOUCHLINE_PORT: port,
}
