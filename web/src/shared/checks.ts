/**
 * The rules of §5 that the page checks before it asks, in the server's own sentences: `useSentence` says
 * them in the page's language. Each check answers with what is wrong, or nothing.
 */

const EMAIL_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** The pattern of `<input type=email>` (HTML standard), with a dot in the domain as the server wants it. */
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${EMAIL_LABEL}(?:\\.${EMAIL_LABEL})+$`)
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
  const given = email.trim()
  if (!given) return 'Enter your Email'
  if (given.length > MOST_EMAIL) return lengthFault(given, MOST_EMAIL)
  return EMAIL.test(given) ? undefined : 'A valid email address is required'
}

/** Ten to fourteen digits, with a plus and separators where somebody wants them; may be left out. */
export function phoneFault(phone: string): Fault {
  const given = phone.trim().replace(/^\(/, '')
  return !given || PHONE.test(given) ? undefined : 'A valid phone number is required'
}

export function passwordFault(password: string): Fault {
  if (!password) return 'Field is required'
  if (length(password) < LEAST_PASSWORD) return 'The password is too short'
  return lengthFault(password, MOST_PASSWORD)
}

export const confirmationFault = (password: string, confirmation: string): Fault =>
  password === confirmation ? undefined : 'The password and password confirmation do not match'

/** Those of the faults that there are, as a form keeps them. */
export function faults(found: Record<string, Fault>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, fault]) => (fault ? [[field, [fault]]] : [])),
  )
}

export function lengthFault(value: string, most: number): Fault {
  return length(value) > most ? `Field length must be less than ${most}` : undefined
}

/** Characters as a person counts them, and as the server does: not the halves of an emoji. */
const length = (value: string) => [...value].length
