import { expect, it } from 'vitest'
import type { Group } from '@/shared/shell'
import { anEvent } from './fakes'
import { playedEvent, playedLibraryItem } from './playedContent'

const school = { id: 3, name: 'Cedar Ridge', alias: null, nickname: null }
const team = { ...anEvent(1).participants[0], group: school, is_home: true } as never
const group = { id: 3, properties: { division: 'plains', conference: 'northern-eight' } } as unknown as Group

it('a game is tracked with its category, sport, gender, the home team’s school and its league', () => {
  const game = anEvent(12, { sport: 'hockey', gender: 'girls', participants: [team] })
  expect(playedEvent(game, true, [group])).toEqual({
    type: 'live',
    id: 12,
    attributes: {
      category: game.event_category?.name,
      sport: 'hockey',
      gender: 'girls',
      school: 'Cedar Ridge',
      league: 'northern-eight',
    },
  })
})

it('a game without teams is tracked as well', () => {
  const { type, attributes } = playedEvent(anEvent(12, { participants: [] }), false, [])
  expect([type, attributes?.school, attributes?.league]).toEqual(['event', undefined, undefined])
})

it('a video is tracked with its category', () => {
  expect(playedLibraryItem({ id: 4, categories: [{ id: 1, name: 'Bread' } as never] })).toEqual({
    type: 'vod',
    id: 4,
    attributes: { category: 'Bread' },
  })
})
