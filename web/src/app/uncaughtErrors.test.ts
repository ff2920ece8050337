// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { Telemetry } from '@/shared/telemetry'
import { reportUncaughtErrors } from './uncaughtErrors'

it('uncaught errors are reported with their source', () => {
  const listener = vi.fn()
  const telemetry = new Telemetry(() => 7)
  reportUncaughtErrors(telemetry)
  telemetry.listen(listener)
  const error = new TypeError('x is undefined')
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'Uncaught' }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no' }))
  expect(listener.mock.calls.map(([event]) => event)).toEqual([
    { name: 'fault', at: 7, payload: { kind: 'error', thrown: error } },
    { name: 'fault', at: 7, payload: { kind: 'rejection', thrown: 'no' } },
  ])
})

it('an image that fails to load is not reported as an error', () => {
  const listener = vi.fn()
  const telemetry = new Telemetry()
  reportUncaughtErrors(telemetry)
  telemetry.listen(listener)
  window.dispatchEvent(new ErrorEvent('error', {}))
  expect(listener).not.toHaveBeenCalled()
})
