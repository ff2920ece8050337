// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakePlayer } from '../../fakes'
import { useGrabbed } from './useGrabbed'

const LIVE = '/live/4/master.m3u8'
const { scouts } = vi.hoisted(() => ({
  scouts: [] as { url: string; looked: number[]; gone: boolean }[],
}))

vi.mock('@/shared/player', () => ({
  USUAL_FRAME_RATE: 30,
  loadScout: async (url: string) => {
    const scout = { url, looked: [] as number[], gone: false }
    scouts.push(scout)
    return {
      draw: async (instant: number) => {
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
const calm = () => act(() => vi.advanceTimersByTimeAsync(1000))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA')
  scouts.length = 0
  player = new FakePlayer()
  vi.spyOn(player, 'instant').mockImplementation(at => 1_000_000 + (at ?? 0) * 1000)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what a live strip shows is looked at beside what plays, once, and then nobody looks any more', async () => {
  const { result } = renderHook(() => useGrabbed(player, true, LIVE))
  act(() => result.current.ask([10, 11, 20]))
  await calm()
  expect(scouts).toEqual([{ url: LIVE, looked: [1_010_000, 1_020_000], gone: true }])
  expect([...result.current.grabbed.keys()]).toEqual([10, 20])
  act(() => result.current.ask([10, 20, 30]))
  await calm()
  expect(scouts[1]?.looked).toEqual([1_030_000])
})

test('a strip that moves is looked at where it stands in the end', async () => {
  const { result } = renderHook(() => useGrabbed(player, true, LIVE))
  act(() => result.current.ask([10]))
  act(() => result.current.ask([50]))
  await calm()
  expect(scouts.map(({ looked }) => looked)).toEqual([[1_050_000]])
})

test('a recording, and a page that was left, are not looked at', async () => {
  const recording = renderHook(() => useGrabbed(player, true))
  act(() => recording.result.current.ask([10]))
  const left = renderHook(() => useGrabbed(player, true, LIVE))
  act(() => left.result.current.ask([10]))
  left.unmount()
  await calm()
  expect(scouts).toEqual([])
})
