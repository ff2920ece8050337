import { describe, expect, it } from 'vitest'
import { voucherShare } from './voucherShare'

describe('the share of codes in the total of their order', () => {
  it.each([
    ['10.00', 3, [1], '3.34'],
    ['10.00', 3, [2, 3], '6.66'],
    ['10.00', 3, [1, 2, 3], '10.00'],
    ['1000', 3, [1], '334'],
    ['0.00', 5, [1, 2], '0.00'],
  ])('of %s for %i codes is to the cent', (total, voucher_count, numbers, share) => {
    expect(voucherShare({ total, voucher_count }, numbers)).toBe(share)
  })
})
