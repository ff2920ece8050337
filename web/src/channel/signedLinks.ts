/** What a letter's link carries: for whom, until when (seconds since the epoch), and the server's seal on it. */
export interface SignedLink {
  email: string
  expires: string
  signature: string
}

/** What the server says of a link that nothing opens any more, and of an address that is verified already (§8). */
export const LINK_INVALID = 'Verification failed'
export const ALREADY_VERIFIED = 'Email already verified'

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
