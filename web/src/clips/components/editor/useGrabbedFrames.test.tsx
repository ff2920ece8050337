// @vitest-environment jsdom

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { useGrabbedFrames } from './useGrabbedFrames'

const LIVE = '/live/4/master.m3u8'
const { scouts: grabbers } = vi.hoisted(() => ({
  scouts: [] as { url: string; looked: number[]; gone: boolean }[],
}))

vi.mock('@/shared/player', () => ({
  DEFAULT_FRAME_RATE: 30,
  loadFrameGrabber: async (url: string) => {
    const scout = { url, looked: [] as number[], gone: false }
    grabbers.push(scout)
    return {
      drawFrame: async (instant: number) => {
        scout.looked.push(instant)
        return true
      },
      destroy: () => {
        scout.gone = true
      },
    }
  },
}))

let player: FakePlayer
const waitUntilSettled = () => act(() => vi.advanceTimersByTimeAsync(1000))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA')
  grabbers.length = 0
  player = new FakePlayer()
  vi.spyOn(player, 'instant').mockImplementation(at => 1_000_000 + (at ?? 0) * 1000)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the frames of a live timeline are read once, with a player that is then removed', async () => {
  const { result } = renderHook(() => useGrabbedFrames(player, true, LIVE))
  act(() => result.current.requestFrames([10, 11, 20]))
  await waitUntilSettled()
  expect(grabbers).toEqual([{ url: LIVE, looked: [1_010_000, 1_020_000], gone: true }])
  expect([...result.current.frames.keys()]).toEqual([10, 20])
  act(() => result.current.requestFrames([10, 20, 30]))
  await waitUntilSettled()
  expect(grabbers[1]?.looked).toEqual([1_030_000])
})

test('a moving timeline is read at its final position', async () => {
  const { result } = renderHook(() => useGrabbedFrames(player, true, LIVE))
  act(() => result.current.requestFrames([10]))
  act(() => result.current.requestFrames([50]))
  await waitUntilSettled()
  expect(grabbers.map(({ looked }) => looked)).toEqual([[1_050_000]])
})

test('recordings, and pages that the viewer left, are not read', async () => {
  const recording = renderHook(() => useGrabbedFrames(player, true))
  act(() => recording.result.current.requestFrames([10]))
  const left = renderHook(() => useGrabbedFrames(player, true, LIVE))
  act(() => left.result.current.requestFrames([10]))
  left.unmount()
  await waitUntilSettled()
  expect(grabbers).toEqual([])
})
