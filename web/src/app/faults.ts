import type { FaultTold, Telling } from '@/shared/telling'

/** An error as it is told: its words and where it happened. */
export function faultOf(kind: FaultTold['kind'], error: unknown): FaultTold {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { kind, message, stack: stack ?? null }
}

/** Tells of errors that nobody caught, until the page is left. */
export function hearFaults(telling: Pick<Telling, 'tell'>): void {
  addEventListener('error', ({ error, message }) => {
    // A picture that did not come has no error; another site's script tells none.
    if (error) telling.tell('fault', faultOf('error', error))
    else if (message) telling.tell('fault', { kind: 'error', message, stack: null })
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    telling.tell('fault', faultOf('rejection', reason))
  })
}
