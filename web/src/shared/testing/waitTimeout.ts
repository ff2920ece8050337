import { vi } from 'vitest'

/**
 * Wait longer than the library's second, because a busy machine needs that long to load the code of a screen.
 *
 * After an element is found, wait until React has finished its work: the title, the focus and listeners of a page are
 * set after it is rendered. React uses the queue of `setImmediate` and works in slices.
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
