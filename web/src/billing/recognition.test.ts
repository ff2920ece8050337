import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type HeldOrder, type Item, isPurchased } from './recognition'

interface Case {
  name: string
  orders: HeldOrder[]
  item: Item
  purchased: boolean
}

const TABLE = new URL('../../../contracts/cases/purchase-recognition.json', import.meta.url)
const cases = JSON.parse(readFileSync(TABLE, 'utf8')) as Case[]

describe('what is bought already, by the table that server and web share:', () => {
  it.each(cases)('$name', ({ orders, item, purchased }) => {
    expect(isPurchased(orders, item)).toBe(purchased)
  })

  it('the table says yes and no of every kind', () => {
    const answers = new Set(cases.map(({ item, purchased }) => `${item.kind} ${purchased}`))
    expect(answers.size).toBe(8)
  })
})
