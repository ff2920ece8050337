import { expect, test } from 'vitest'
import { participantsBySide } from './participantsBySide'

const away = { id: 1, is_home: false }
const home = { id: 2, is_home: true }

test('the home team is on the right, whatever the order in the response', () => {
  expect(participantsBySide({ participants: [away, home] })).toEqual({ away, home })
  expect(participantsBySide({ participants: [home, away] })).toEqual({ away, home })
})

test('an event without two teams has no sides', () => {
  expect(participantsBySide({ participants: [] })).toBeNull()
  expect(participantsBySide({ participants: [home] })).toBeNull()
})
