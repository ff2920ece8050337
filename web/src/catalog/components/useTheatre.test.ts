// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/storage'
import { MemoryStorage } from '@/shared/testing/fakes'
import { useTheatre } from './useTheatre'

afterEach(cleanup)

it('The theatre mode is off at first, and then as this viewer left it', () => {
  const storage = new BrowserStorage('test.', new MemoryStorage())
  const { result } = renderHook(() => useTheatre(storage))
  expect(result.current[0]).toBe(false)
  act(() => result.current[1]())
  expect(result.current[0]).toBe(true)
  expect(renderHook(() => useTheatre(storage)).result.current[0]).toBe(true)
})
