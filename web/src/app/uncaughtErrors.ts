import type { Telemetry } from '@/shared/telemetry'

/** Tells of what is thrown and nobody catches, until the page is left. A picture that did not come throws nothing. */
export function reportUncaughtErrors(telemetry: Pick<Telemetry, 'emit'>): void {
  addEventListener('error', ({ error, message }) => {
    if (error || message) telemetry.emit('fault', { kind: 'error', thrown: error ?? message })
  })
  addEventListener('unhandledrejection', ({ reason }) =>
    telemetry.emit('fault', { kind: 'rejection', thrown: reason }),
  )
}
