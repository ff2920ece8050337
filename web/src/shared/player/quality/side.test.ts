import { expect, it } from 'vitest'
import { type LineFacts, sideOf } from './side'

const MEGABIT = 1_000_000
const FINE: LineFacts = {
  online: true,
  throughput: 20 * MEGABIT,
  least: MEGABIT,
  wait: 60,
  refused: [],
  others: 40,
  dry: null,
  piece: 4,
}

it.each<[string, Partial<LineFacts>, string]>([
  ['a browser without a line', { online: false, refused: [503], dry: 60 }, 'viewer'],
  [
    'a line below the smallest rendition, and all else slow',
    { throughput: 0.4 * MEGABIT, others: 2_500 },
    'viewer',
  ],
  [
    'a line below the smallest rendition, and nothing else asked',
    { throughput: 0.4 * MEGABIT, others: null },
    'viewer',
  ],
  [
    'a line that carries the smallest rendition by a hair',
    { throughput: 1.05 * MEGABIT, others: null },
    'viewer',
  ],
  ['slow answers of everything', { wait: 4_000, others: 3_000 }, 'viewer'],
  [
    'media that begin at once and creep, and small answers that come at once',
    { throughput: 0.4 * MEGABIT, wait: 60, others: 40 },
    'viewer',
  ],
  [
    'media that begin late and creep while all else comes at once',
    { throughput: 0.4 * MEGABIT, wait: 4_000, others: 40 },
    'delivery',
  ],
  ['slow answers of media alone', { wait: 4_000, others: 40 }, 'delivery'],
  ['a server that is broken', { refused: [503] }, 'delivery'],
  ['a piece that is not there', { refused: [404] }, 'delivery'],
  ['a piece that is refused', { refused: [403] }, 'delivery'],
  ['media without an answer while all else comes', { refused: [0] }, 'delivery'],
  ['media without an answer while all else is slow', { refused: [0], others: 4_000 }, 'viewer'],
  ['media without an answer, and nothing else asked', { refused: [0], others: null }, 'unknown'],
  ['a live playlist that has nothing new for three pieces', { dry: 12 }, 'source'],
  ['a live playlist of short pieces that is late', { dry: 7, piece: 1 }, 'unknown'],
  ['a live playlist that grows', { dry: 3 }, 'unknown'],
  ['a picture that stands although all is well', {}, 'unknown'],
  ['a browser that measures nothing', { throughput: null, least: null, wait: null, others: null }, 'unknown'],
])('%s', (_, changes, side) => {
  expect(sideOf({ ...FINE, ...changes })).toBe(side)
})

it('a broken server is blamed before a playlist that does not grow because of it', () => {
  expect(sideOf({ ...FINE, dry: 60, refused: [502] })).toBe('delivery')
})
