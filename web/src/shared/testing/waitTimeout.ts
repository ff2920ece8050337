import { vi } from 'vitest'

/**
 * What appears on a page is waited for longer than the library's one second: on a busy machine a screen's code
 * alone takes that long to load. It costs nothing where what is waited for is there.
 *
 * What is found is handed on when React has done the work it had in hand, its effects with it: a page's title, a
 * focus and a listener come after the drawing that a test has seen, and on a busy machine by a noticeable while.
 * React's work stands in the same queue as `setImmediate`, a slice of it at a time.
 */
const WAIT_TIMEOUT_MS = 10_000
const { waitFor } = vi
vi.waitFor = (check, options = { timeout: WAIT_TIMEOUT_MS }) => waitFor(check, options)

if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react')
  const { asyncWrapper } = getConfig()
  const next = setImmediate
  const SLICES = 3
  configure({
    asyncUtilTimeout: WAIT_TIMEOUT_MS,
    asyncWrapper: wait =>
      asyncWrapper(async () => {
        const found = await wait()
        for (let slice = 0; slice < SLICES; slice++) await new Promise(resolve => next(resolve))
        return found
      }),
  })
}
