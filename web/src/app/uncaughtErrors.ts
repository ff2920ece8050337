import type { Telemetry } from '@/shared/telemetry'

/** Report uncaught errors until the page closes. A failed image throws no error, so its event is ignored. */
export function reportUncaughtErrors(telemetry: Pick<Telemetry, 'emit'>): void {
  addEventListener('error', ({ error, message }) => {
    if (error || message) telemetry.emit('fault', { kind: 'error', thrown: error ?? message })
  })
  addEventListener('unhandledrejection', ({ reason }) =>
    telemetry.emit('fault', { kind: 'rejection', thrown: reason }),
  )
}
