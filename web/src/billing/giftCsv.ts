import type { Voucher } from './model'

/** Return codes as CSV, one line per code. A cell that a spreadsheet would calculate gets an apostrophe. */
export function giftCsv(vouchers: readonly Voucher[]): string {
  const lines = vouchers.map(({ number, code, link, state, redeemed_at }) => [
    String(number),
    code ?? '',
    link ?? '',
    state,
    redeemed_at ?? '',
  ])
  return [['number', 'code', 'link', 'state', 'redeemed_at'], ...lines]
    .map(cells => cells.map(cell => `"${cell.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
}
