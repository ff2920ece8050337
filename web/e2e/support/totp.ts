import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Return the code of an authenticator app for a key (RFC 6238). `steps` of 30 s shift the time. */
export function totpCode(key: string, steps = 0): string {
  const bits = [...key.replace(/[\s=]/g, '').toUpperCase()].map(letter =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', Buffer.from(bytes.map(byte => Number.parseInt(byte, 2))))
    .update(step)
    .digest()
  const place = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
