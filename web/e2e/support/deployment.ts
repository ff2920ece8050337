import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../..')

/** The URL of a running deployment. If it is not set, the journeys start one. */
export const runningUrl = process.env.TOUCHLINE_TEST_E2E_URL

export const port =
  runningUrl === undefined
    ? (process.env.TOUCHLINE_TEST_E2E_PORT ?? '8091')
    : new URL(runningUrl).port || '80'

/** Whether to start a deployment of several machines (`touchline run --fleet`). */
const isFleet = process.env.TOUCHLINE_TEST_E2E_FLEET !== undefined

/** The command that starts the deployment. */
export const command = isFleet ? 'touchline run --fleet' : 'touchline run'

const ownEnvironment = {
  TOUCHLINE_VAR: resolve(root, isFleet ? 'var/e2e-fleet' : 'var/e2e'),
  // Shorter videos are rendered and packaged sooner.
  TOUCHLINE_MAX_DEMO_VIDEO_SECONDS: '24',
  TOUCHLINE_INGEST_PORTS: '19450-19459',
  // All journeys share one IP address, and register, log in and send forms at the same time.
  TOUCHLINE_THROTTLE_AUTH_CALLS: '1000',
  TOUCHLINE_THROTTLE_REGISTRATIONS: '1000',
  TOUCHLINE_THROTTLE_API_KEYS: '1000',
  TOUCHLINE_THROTTLE_FORMS: '1000',
  TOUCHLINE_RESTREAM_PRIVATE_ADDRESSES: 'true',
  TOUCHLINE_THROTTLE_IP_FACTOR: '100',
  TOUCHLINE_METRICS_PORT: String(Number(port) + 40),
}

/** The URL of the metrics. A deployment that was already running may have none. */
export const metricsUrl = `http://127.0.0.1:${ownEnvironment.TOUCHLINE_METRICS_PORT}/metrics`

/** The environment of the deployment, without the ports and databases of an earlier fleet. */
export const requestedEnvironment: Record<string, string> = {
  ...(runningUrl === undefined ? ownEnvironment : { TOUCHLINE_VAR: resolve(root, 'var') }),
  ...(process.env as Record<string, string>),
  // A progress bar that redraws itself would fill the report.
  TERM: 'dumb',
  TOUCHLINE_PORT: port,
}

/** The environment of commands that use the deployment. */
export const environment: Record<string, string> = {
  ...requestedEnvironment,
  ...fleetEnvironment(requestedEnvironment.TOUCHLINE_VAR as string),
}

/** Return the settings that a fleet stored: the addresses of its database, queue and files. */
function fleetEnvironment(folder: string): Record<string, string> {
  const file = resolve(folder, 'fleet.env')
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return Object.fromEntries(
    lines.map(line => line.split(/=(.*)/s, 2)).map(([name, value]) => [name, unquote(value)]),
  )
}

/** Remove shell quotes. */
function unquote(written = ''): string {
  return written.startsWith("'") ? written.slice(1, -1).replaceAll(`'"'"'`, "'") : written
}
