import { expect, it } from 'vitest'
import { LineMeter, type Piece } from './LineMeter'
import { sideOf } from './side'

let now = 0
const aMeter = () => {
  now = 100_000
  return new LineMeter(() => now)
}
/** A file that was asked for at `start`: when it began to come, when it was there. */
const piece = (start: number, first: number, end: number, loaded: number): Piece => ({
  stats: { loaded, loading: { start, first, end } },
})

it('the line is what came in the time that it took', () => {
  const meter = aMeter()
  meter.asks(piece(95_000, 95_100, 96_000, 1_000_000))
  meter.asks(piece(97_000, 97_300, 98_000, 1_000_000))
  expect(meter.facts(true)).toMatchObject({ throughput: 8_000_000, wait: 100 })
})

it('a file that creeps counts while it is on its way, and one that was just asked for does not', () => {
  const meter = aMeter()
  meter.asks(piece(90_000, 90_500, 0, 50_000))
  meter.asks(piece(99_500, 0, 0, 0))
  expect(meter.facts(true).throughput).toBe(40_000)
})

it('a file that was given up is not on its way any more', () => {
  const meter = aMeter()
  const { stats } = piece(90_000, 90_500, 0, 50_000)
  meter.asks({ stats: { ...stats, aborted: true } })
  expect(meter.facts(true)).toMatchObject({ throughput: null, wait: null })
})

it('what was long ago says nothing', () => {
  const meter = aMeter()
  meter.asks(piece(60_000, 60_100, 61_000, 1_000_000))
  meter.refused(503)
  meter.other(4_000)
  now += 30_001
  expect(meter.facts(true)).toMatchObject({ throughput: null, wait: null, refused: [], others: null })
})

it('a live playlist that is answered and has nothing new is dry; one that nobody answers is not', () => {
  const meter = aMeter()
  const playlist = { live: true, newest: 40, piece: 4 }
  meter.playlist(playlist)
  now += 12_000
  expect(meter.facts(true).dry).toBe(0)
  meter.playlist(playlist)
  expect(meter.facts(true).dry).toBe(12)
  expect(sideOf(meter.facts(true))).toBe('source')
  meter.playlist({ ...playlist, newest: 44 })
  expect(meter.facts(true).dry).toBe(0)
})

it('a recording is never dry', () => {
  const meter = aMeter()
  meter.playlist({ live: true, newest: 40, piece: 4 })
  meter.playlist({ live: false, newest: 40, piece: 4 })
  now += 60_000
  expect(meter.facts(true).dry).toBeNull()
})
