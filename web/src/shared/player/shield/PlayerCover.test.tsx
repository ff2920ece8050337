// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { PlayerCover } from './PlayerCover'

const LIVE_SINCE = 1_000_000

function open(startedAt: number | null) {
  const player = new FakePlayer(startedAt)
  const picture = document.createElement('div')
  picture.className = 'plyr__video-wrapper'
  document.body.append(picture)
  render(<PlayerCover player={player}>Timber @ Tide</PlayerCover>)
  const move = (to: number) => act(() => player.moveTo(to))
  return { player, move, isCovered: () => screen.queryByText('Timber @ Tide') !== null }
}

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('a live picture is covered until it plays, although the stream moves to its edge', () => {
  const { player, move, isCovered } = open(LIVE_SINCE)
  expect(isCovered()).toBe(true)
  move(1200)
  expect(isCovered()).toBe(true)
  player.play()
  move(1201)
  expect(isCovered()).toBe(false)
  player.pause()
  move(1201)
  expect(isCovered()).toBe(false)
})

test('the picture of a recording appears when the viewer seeks', () => {
  const { move, isCovered } = open(null)
  expect(isCovered()).toBe(true)
  move(60)
  expect(isCovered()).toBe(false)
})
