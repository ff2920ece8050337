// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

let importInteraction: typeof import('./userInteraction')

beforeEach(async () => {
  vi.resetModules()
  vi.unstubAllGlobals()
  importInteraction = await import('./userInteraction')
})

test.each(['pointerdown', 'touchstart', 'wheel', 'keydown'])('a %s reports a user interaction once', sign => {
  const listener = vi.fn()
  importInteraction.onFirstInteraction(listener)
  dispatchEvent(new Event('scroll'))
  expect(importInteraction.hasUserInteracted()).toBe(false)
  dispatchEvent(new Event(sign))
  dispatchEvent(new Event(sign))
  expect(listener).toHaveBeenCalledTimes(1)
  expect(importInteraction.hasUserInteracted()).toBe(true)
})

test('a resting mouse on a new page is not an interaction', () => {
  const listener = vi.fn()
  importInteraction.onFirstInteraction(listener)
  const moveTo = (clientX: number) =>
    dispatchEvent(Object.assign(new Event('pointermove'), { clientX, clientY: 4 }))
  moveTo(7)
  moveTo(7)
  expect(listener).not.toHaveBeenCalled()
  moveTo(8)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a listener is called at once if there was an interaction before', () => {
  importInteraction.onFirstInteraction(() => undefined)
  dispatchEvent(new Event('keydown'))
  const listener = vi.fn()
  importInteraction.onFirstInteraction(listener)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a removed listener is not called', () => {
  const listener = vi.fn()
  importInteraction.onFirstInteraction(listener)()
  dispatchEvent(new Event('keydown'))
  expect(listener).not.toHaveBeenCalled()
})

test('a press before the script has loaded is known from the browser', () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  expect(importInteraction.hasUserInteracted()).toBe(true)
})
