/** What a letter's link carries: for whom, until when (seconds since the epoch), and the server's seal on it. */
export interface SignedLink {
  email: string
  expires: string
  signature: string
}

/** The codes for an invalid link, and for an address that is already verified (§8). */
export const LINK_INVALID = 'errors.verification_failed'
export const ALREADY_VERIFIED = 'errors.email_already_verified'

/** The link of the address `?email&expires&signature`, or null where a part was lost on the way. */
export function parseSignedLink(search: string): SignedLink | null {
  const query = new URLSearchParams(search)
  const [email, expires, signature] = ['email', 'expires', 'signature'].map(name => query.get(name))
  return email && expires && signature ? { email, expires, signature } : null
}

export const isSameLink = (one: SignedLink, other: SignedLink): boolean =>
  one.email === other.email && one.expires === other.expires && one.signature === other.signature

/** Whether a link was sent to somebody; addresses are one address in whatever case they are typed. */
export const isLinkFor = (somebody: { email: string } | null, link: SignedLink): boolean =>
  somebody?.email.toLowerCase() === link.email.toLowerCase()
