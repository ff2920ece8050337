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

describe('the constants of time', () => {
  it('are milliseconds', () => {
    expect(MINUTE_MS).toBe(60_000)
    expect(HOUR_MS).toBe(3_600_000)
  })

  it('give a call of the analytics 30 seconds, a session a day, and who sent somebody three hours', () => {
    expect(ANALYTICS_TIMEOUT_MS).toBe(30_000)
    expect(ANALYTICS_SESSION_LIFETIME_MS).toBe(86_400_000)
    expect(OUTER_TRACKING_LIFETIME_MS).toBe(10_800_000)
  })

  it('keep a second pre-roll away for an hour', () => {
    expect(PREROLL_CACHE_MS).toBe(3_600_000)
  })
})

describe('a rail’s cards', () => {
  it('are 280 to 380 pixels wide at every size of window', () => {
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
