import type { Telling } from '@/shared/telling'

/** Tells of what is thrown and nobody catches, until the page is left. A picture that did not come throws nothing. */
export function hearFaults(telling: Pick<Telling, 'tell'>): void {
  addEventListener('error', ({ error, message }) => {
    if (error || message) telling.tell('fault', { kind: 'error', thrown: error ?? message })
  })
  addEventListener('unhandledrejection', ({ reason }) =>
    telling.tell('fault', { kind: 'rejection', thrown: reason }),
  )
}
