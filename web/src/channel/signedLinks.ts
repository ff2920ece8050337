/** The parameters of an emailed link: recipient, expiry in seconds since the epoch, and the server's signature. */
export interface SignedLink {
  email: string
  expires: string
  signature: string
}

/** The codes for an invalid link, and for an address that is already verified (§8). */
export const LINK_INVALID = 'errors.verification_failed'
export const ALREADY_VERIFIED = 'errors.email_already_verified'

/** Return the signed link from the query `?email&expires&signature`, or null if a parameter is missing. */
export function parseSignedLink(search: string): SignedLink | null {
  const query = new URLSearchParams(search)
  const [email, expires, signature] = ['email', 'expires', 'signature'].map(name => query.get(name))
  return email && expires && signature ? { email, expires, signature } : null
}

export const isSameLink = (a: SignedLink, b: SignedLink): boolean =>
  a.email === b.email && a.expires === b.expires && a.signature === b.signature

/** Return whether a link was sent to this user. The comparison ignores the case of the address. */
export const isLinkFor = (user: { email: string } | null, link: SignedLink): boolean =>
  user?.email.toLowerCase() === link.email.toLowerCase()
