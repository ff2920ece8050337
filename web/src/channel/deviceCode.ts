/** The length of a user code of a device (RFC 8628). */
export const CODE_LENGTH = 6

/** Return a typed or pasted code in the form that the server expects: `k7q-m42` becomes `K7QM42`. */
export function normalizeCode(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH)
}
