import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The deployment that the journeys start, and the settings by which commands beside it find it. */
export const root = resolve(import.meta.dirname, '../../..')

/** Where a deployment runs already, if it is not to be started. */
export const runningUrl = process.env.TOUCHLINE_TEST_E2E_URL

export const port =
  runningUrl === undefined
    ? (process.env.TOUCHLINE_TEST_E2E_PORT ?? '8091')
    : new URL(runningUrl).port || '80'

/** Whether it is the one of many machines, which `touchline run --fleet` starts. */
const isFleet = process.env.TOUCHLINE_TEST_E2E_FLEET !== undefined

/** What starts it. */
export const command = isFleet ? 'touchline run --fleet' : 'touchline run'

const ownEnvironment = {
  TOUCHLINE_VAR: resolve(root, isFleet ? 'var/e2e-fleet' : 'var/e2e'),
  TOUCHLINE_INGEST_PORTS: '19450-19459',
  // All journeys come from one address, and register and log in at once.
  TOUCHLINE_THROTTLE_AUTH_CALLS: '1000',
  TOUCHLINE_THROTTLE_REGISTRATIONS: '1000',
  TOUCHLINE_THROTTLE_API_KEYS: '1000',
  TOUCHLINE_THROTTLE_IP_FACTOR: '100',
  TOUCHLINE_METRICS_PORT: String(Number(port) + 40),
}

/** Where the metrics of the deployment are; a site that ran before may have none. */
export const metricsUrl = `http://127.0.0.1:${ownEnvironment.TOUCHLINE_METRICS_PORT}/metrics`

/** With what it is started: nothing that an earlier fleet wrote down, whose port and database were other ones. */
export const requestedEnvironment: Record<string, string> = {
  ...(runningUrl === undefined ? ownEnvironment : { TOUCHLINE_VAR: resolve(root, 'var') }),
  ...(process.env as Record<string, string>),
  // A progress bar that redraws itself would fill the report.
  TERM: 'dumb',
  TOUCHLINE_PORT: port,
}

/** By what commands beside it find it. */
export const environment: Record<string, string> = {
  ...requestedEnvironment,
  ...fleetEnvironment(requestedEnvironment.TOUCHLINE_VAR as string),
}

/** What a fleet has written down: where its database, its queue and its files are. */
function fleetEnvironment(folder: string): Record<string, string> {
  const file = resolve(folder, 'fleet.env')
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return Object.fromEntries(
    lines.map(line => line.split(/=(.*)/s, 2)).map(([name, value]) => [name, unquote(value)]),
  )
}

/** As a shell reads it: what needs quotes has them. */
function unquote(written = ''): string {
  return written.startsWith("'") ? written.slice(1, -1).replaceAll(`'"'"'`, "'") : written
}
