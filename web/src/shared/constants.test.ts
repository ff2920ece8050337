import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cardWidths } from '../../bundling/tokens'
import {
  ANALYTICS_SESSION_LIFETIME_MS,
  ANALYTICS_TIMEOUT_MS,
  HOUR_MS,
  MINUTE_MS,
  OUTER_TRACKING_LIFETIME_MS,
  PREROLL_CACHE_MS,
  RAIL_CARD_WIDTH,
} from './constants'

describe('time constants', () => {
  it('are in milliseconds', () => {
    expect(MINUTE_MS).toBe(60_000)
    expect(HOUR_MS).toBe(3_600_000)
  })

  it('allow 30 seconds for an analytics request, a day for a session, and three hours for a tracking code', () => {
    expect(ANALYTICS_TIMEOUT_MS).toBe(30_000)
    expect(ANALYTICS_SESSION_LIFETIME_MS).toBe(86_400_000)
    expect(OUTER_TRACKING_LIFETIME_MS).toBe(10_800_000)
  })

  it('hide pre-rolls for an hour after one', () => {
    expect(PREROLL_CACHE_MS).toBe(3_600_000)
  })
})

describe('a rail’s cards', () => {
  it('are 280 to 380 pixels wide at every window size', () => {
    expect(RAIL_CARD_WIDTH).toEqual({ min: 280, max: 380 })
    expect(cardWidths()).toEqual([
      ['--card-min', '280px'],
      ['--card-max', '380px'],
    ])
    const tokens = readFileSync(new URL('./ui/styles/tokens.css', import.meta.url), 'utf8')
    const widths = [...tokens.matchAll(/--card: ([^;]+);/g)].map(([, width]) => width ?? '')
    expect(widths.at(-1)).toBe('var(--card-max)')
    const others = widths.slice(0, -1).map(width => Number.parseInt(width, 10))
    expect(others.length).toBeGreaterThan(1)
    for (const width of others) {
      expect(width).toBeGreaterThan(RAIL_CARD_WIDTH.min)
      expect(width).toBeLessThan(RAIL_CARD_WIDTH.max)
    }
  })
})
