import { describe, expect, it } from 'vitest'
import { sampleTimeline, snapshot } from './fakes'
import { parseOverlayOptions, periodScores, teamLooks } from './overlay'

describe('the options in the address of an overlay', () => {
  it('are read, within limits', () => {
    expect(parseOverlayOptions('?token=1.a&position=bottom-right&scale=1.5')).toEqual({
      token: '1.a',
      position: 'bottom-right',
      scale: 1.5,
    })
    expect(parseOverlayOptions('?scale=9').scale).toBe(2)
  })

  it('have defaults for what is missing or wrong', () => {
    const defaults = { token: '', position: 'top-left', scale: 1 }
    expect(parseOverlayOptions('')).toEqual(defaults)
    expect(parseOverlayOptions('?position=middle&scale=x')).toEqual(defaults)
  })
})

describe('the line score', () => {
  it('has the points of each period', () => {
    const timeline = sampleTimeline({
      snapshots: [
        snapshot(1, [2, 0], { period: 1 }),
        snapshot(2, [2, 1], { period: 2 }),
        snapshot(3, [2, 2], { period: 2 }),
        snapshot(4, [3, 2], { period: 3 }),
      ],
    })
    expect(periodScores(timeline, 3)).toEqual([
      [2, 0],
      [0, 2],
    ])
    expect(periodScores(timeline, 9)).toHaveLength(3)
  })

  it('has the points of each set', () => {
    const timeline = sampleTimeline({
      scoring: 'sets',
      snapshots: [
        snapshot(1, [25, 21], { period: 1, sets: [0, 0] }),
        snapshot(2, [25, 21], { period: 1, sets: [1, 0], phase: 'break' }),
        snapshot(3, [3, 4], { period: 2, sets: [1, 0] }),
      ],
    })
    expect(periodScores(timeline, 9)).toEqual([
      [25, 21],
      [3, 4],
    ])
  })
})

it('the name of a team is dark on a light color, and similar colors differ', () => {
  const team = { name: '', short_name: '', color_2: null, logo: null }
  const [away, home] = teamLooks([
    { ...team, color: '#f2c230' },
    { ...team, color: '#0b2a6b' },
  ])
  expect([away.ink, home.ink]).toEqual(['dark', 'light'])
  const [first, second] = teamLooks([
    { ...team, color: '#0b2a6b' },
    { ...team, color: '#0b2a6d', color_2: '#ffffff' },
  ])
  expect(first.style).not.toEqual(second.style)
})
