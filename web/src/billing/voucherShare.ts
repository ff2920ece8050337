/** An order of codes, with what was paid for all of them. */
interface PaidCodes {
  total: string
  voucher_count: number
}

/**
 * Return the part of an order's total that some of its codes cost, in major units.
 *
 * As on the server, cents that cannot be divided belong to the first codes.
 */
export function voucherShare({ total, voucher_count }: PaidCodes, numbers: readonly number[]): string {
  const decimals = total.split('.')[1]?.length ?? 0
  const minor = Number(total.replace('.', ''))
  const rest = minor % voucher_count
  const share =
    Math.floor(minor / voucher_count) * numbers.length + numbers.filter(number => number <= rest).length
  return (share / 10 ** decimals).toFixed(decimals)
}
