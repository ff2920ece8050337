// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from '@/shared/testing/fakes'
import { useTheaterMode } from './useTheaterMode'

afterEach(cleanup)

it('Theater mode is off by default, and its last state is stored', () => {
  const storage = new BrowserStorage('test.', new MemoryStorage())
  const { result } = renderHook(() => useTheaterMode(storage))
  expect(result.current[0]).toBe(false)
  act(() => result.current[1]())
  expect(result.current[0]).toBe(true)
  expect(renderHook(() => useTheaterMode(storage)).result.current[0]).toBe(true)
})
