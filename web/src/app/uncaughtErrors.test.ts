// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { Telemetry } from '@/shared/telemetry'
import { reportUncaughtErrors } from './uncaughtErrors'

it('errors that nobody caught are told, with where they happened', () => {
  const heard = vi.fn()
  const telling = new Telemetry(() => 7)
  reportUncaughtErrors(telling)
  telling.listen(heard)
  const error = new TypeError('x is undefined')
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'Uncaught' }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no' }))
  expect(heard.mock.calls.map(([told]) => told)).toEqual([
    { name: 'fault', at: 7, payload: { kind: 'error', thrown: error } },
    { name: 'fault', at: 7, payload: { kind: 'rejection', thrown: 'no' } },
  ])
})

it('a picture that did not come is no error of the page', () => {
  const heard = vi.fn()
  const telling = new Telemetry()
  reportUncaughtErrors(telling)
  telling.listen(heard)
  window.dispatchEvent(new ErrorEvent('error', {}))
  expect(heard).not.toHaveBeenCalled()
})
