import { describe, expect, it } from 'vitest'
import { colorDifference } from './colorDifference'
import { teamColors } from './Matchup'

const team = (color: string, secondColor?: string) => ({ color, secondColor, crest: null, shortName: 'ABC' })

describe('the difference of two colors', () => {
  it('is zero for the same color and 100 from black to white', () => {
    expect(colorDifference('#1a5fe0', '#1a5fe0')).toBe(0)
    expect(colorDifference('#000', '#fff')).toBeCloseTo(100, 0)
  })

  it('is the CIEDE2000 difference', () => {
    expect(colorDifference('#ff0000', '#00ff00')).toBeCloseTo(86.6, 1)
    expect(colorDifference('#0000ff', '#ff0000')).toBeCloseTo(52.9, 1)
  })
})

describe('the team colors of a game', () => {
  it('use their own colors if these are distinguishable', () => {
    expect(teamColors(team('#1a5fe0'), team('#0f7350'))).toEqual({ away: '#1a5fe0', home: '#0f7350' })
  })

  it('use another color for the home team otherwise', () => {
    expect(teamColors(team('#0f7350'), team('#0d7f56', '#f1e6c8')).home).toBe('#f1e6c8')
    expect(teamColors(team('#0f7350'), team('#0d7f56')).home).toBe('#0d7f56')
  })
})
