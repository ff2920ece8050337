/** How many characters a device's code has. */
export const CODE_LENGTH = 6

/** A code as the server knows it, whatever somebody typed or pasted: `k7q-m42` is `K7QM42`. */
export function normalizeCode(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH)
}
