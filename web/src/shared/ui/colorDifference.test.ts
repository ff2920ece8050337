import { describe, expect, it } from 'vitest'
import { colorDifference } from './colorDifference'
import { teamColors } from './Matchup'

const team = (color: string, secondColor?: string) => ({ color, secondColor, crest: null, shortName: 'ABC' })

describe('the difference of two colours', () => {
  it('is none for the same colour and a hundred from black to white', () => {
    expect(colorDifference('#1a5fe0', '#1a5fe0')).toBe(0)
    expect(colorDifference('#000', '#fff')).toBeCloseTo(100, 0)
  })

  it('is the one of CIEDE2000', () => {
    expect(colorDifference('#ff0000', '#00ff00')).toBeCloseTo(86.6, 1)
    expect(colorDifference('#0000ff', '#ff0000')).toBeCloseTo(52.9, 1)
  })
})

describe('the sides of a drawn game', () => {
  it('use their own colors if these are distinguishable', () => {
    expect(teamColors(team('#1a5fe0'), team('#0f7350'))).toEqual({ away: '#1a5fe0', home: '#0f7350' })
  })

  it('change the home shirts where they cannot', () => {
    expect(teamColors(team('#0f7350'), team('#0d7f56', '#f1e6c8')).home).toBe('#f1e6c8')
    expect(teamColors(team('#0f7350'), team('#0d7f56')).home).toBe('#0d7f56')
  })
})
