/**
 * The rules of §5 that the page checks before it asks, in the server's own sentences: `useSentence` says
 * them in the page's language. Each check answers with what is wrong, or nothing.
 */

const EMAIL_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** The pattern of `<input type=email>` (HTML standard), with a dot in the domain and letters of every script before it. */
const EMAIL = new RegExp(`^[\\p{L}\\p{N}_.!#$%&'*+/=?^\`{|}~\\-]+@${EMAIL_LABEL}(?:\\.${EMAIL_LABEL})+$`, 'u')
const PHONE = /^\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?$/

export const LEAST_PASSWORD = 8
const MOST_PASSWORD = 128
const MOST_NAME = 80
const MOST_EMAIL = 254

type Fault = string | undefined

export const required = (value: string, sentence = 'Field is required'): Fault =>
  value.trim() ? undefined : sentence

export const nameFault = (name: string, sentence: string): Fault =>
  required(name, sentence) ?? lengthFault(name.trim(), MOST_NAME)

export function emailFault(email: string): Fault {
  const given = normalEmail(email)
  if (!given) return 'Enter your Email'
  if (given.length > MOST_EMAIL) return lengthFault(given, MOST_EMAIL)
  return EMAIL.test(given) ? undefined : 'A valid email address is required'
}

/** Ten to fourteen digits, with a plus and separators where somebody wants them; may be left out. */
export function phoneFault(phone: string): Fault {
  const given = visible(phone.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(/^\(/, '')
  return !given || PHONE.test(given) ? undefined : 'A valid phone number is required'
}

export function passwordFault(password: string): Fault {
  if (!password) return 'Field is required'
  const normal = password.normalize('NFKC')
  if (length(normal) < LEAST_PASSWORD) return 'The password is too short'
  return lengthFault(normal, MOST_PASSWORD)
}

export const confirmationFault = (password: string, confirmation: string): Fault =>
  password.normalize('NFKC') === confirmation.normalize('NFKC')
    ? undefined
    : 'The password and password confirmation do not match'

/** Those of the faults that there are, as a form keeps them. */
export function faults(found: Record<string, Fault>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, fault]) => (fault ? [[field, [fault]]] : [])),
  )
}

export function lengthFault(value: string, most: number): Fault {
  return length(value) > most ? `Field length must be less than ${most}` : undefined
}

/** The ASCII of a fullwidth sign, which East Asian keyboards type. */
const narrow = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** An address as the server keeps it (`touchline.shared.normalize`): its domain in A-labels, nothing that nobody sees. */
function normalEmail(email: string): string {
  const given = visible(email)
    .trim()
    .replace(/[\uff01-\uff5e]/g, narrow)
  const at = given.lastIndexOf('@')
  if (at < 0) return given
  return `${given.slice(0, at).normalize('NFC')}@${asciiDomain(given.slice(at + 1))}`
}

function asciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#@:]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Without zero-width signs and marks of the writing direction, which come along with a pasted text. */
const visible = (text: string) => text.replace(/\p{Cf}/gu, '')

/** Characters as a person counts them, and as the server does: not the halves of an emoji. */
const length = (value: string) => [...value].length
