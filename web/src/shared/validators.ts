/**
 * The rules of §5 that the page checks before it sends a form, with the server's error codes. Each check returns
 * an error, or nothing.
 */

import type { ErrorMessage } from '@/shared/http/errors'

const EMAIL_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** The pattern of `<input type=email>` (HTML standard), with a dot in the domain and letters of every script before it. */
const EMAIL = new RegExp(`^[\\p{L}\\p{N}_.!#$%&'*+/=?^\`{|}~\\-]+@${EMAIL_LABEL}(?:\\.${EMAIL_LABEL})+$`, 'u')
const PHONE = /^\+?[0-9](?:[ ().\-/]{0,2}[0-9]){9,13}\)?$/

export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
const MAX_NAME_LENGTH = 80
const MAX_EMAIL_LENGTH = 254

type ValidationError = ErrorMessage | undefined

export const requiredError = (value: string, code = 'errors.required'): ValidationError =>
  value.trim() ? undefined : { code }

export const nameError = (name: string, code: string): ValidationError =>
  requiredError(name, code) ?? lengthError(name.trim(), MAX_NAME_LENGTH)

export function emailError(email: string): ValidationError {
  const given = normalizeEmail(email)
  if (!given) return { code: 'errors.email_required' }
  if (given.length > MAX_EMAIL_LENGTH) return lengthError(given, MAX_EMAIL_LENGTH)
  return EMAIL.test(given) ? undefined : { code: 'errors.invalid_email' }
}

/** Ten to fourteen digits, with a plus and separators where somebody wants them; may be left out. */
export function phoneError(phone: string): ValidationError {
  const given = stripInvisible(phone.normalize('NFKC'))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(/^\(/, '')
  return !given || PHONE.test(given) ? undefined : { code: 'errors.invalid_phone' }
}

export function passwordError(password: string): ValidationError {
  if (!password) return { code: 'errors.required' }
  const normal = password.normalize('NFKC')
  if (countCharacters(normal) < MIN_PASSWORD_LENGTH) return { code: 'errors.password_too_short' }
  return lengthError(normal, MAX_PASSWORD_LENGTH)
}

export const confirmationError = (password: string, confirmation: string): ValidationError =>
  password.normalize('NFKC') === confirmation.normalize('NFKC')
    ? undefined
    : { code: 'errors.password_mismatch' }

/** Those of the faults that there are, as a form keeps them. */
export function collectErrors(found: Record<string, ValidationError>): Record<string, ErrorMessage[]> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, fault]) => (fault ? [[field, [fault]]] : [])),
  )
}

export function lengthError(value: string, most: number): ValidationError {
  return countCharacters(value) > most ? { code: 'errors.too_long', params: { number: most } } : undefined
}

/** The ASCII of a fullwidth sign, which East Asian keyboards type. */
const toHalfWidth = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** An address as the server keeps it (`touchline.shared.strings.normalize`): its domain in A-labels, nothing that nobody sees. */
function normalizeEmail(email: string): string {
  const given = stripInvisible(email)
    .trim()
    .replace(/[\uff01-\uff5e]/g, toHalfWidth)
  const at = given.lastIndexOf('@')
  if (at < 0) return given
  return `${given.slice(0, at).normalize('NFC')}@${toAsciiDomain(given.slice(at + 1))}`
}

function toAsciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) || /[\s/?#@:]/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Without zero-width signs and marks of the writing direction, which come along with a pasted text. */
const stripInvisible = (text: string) => text.replace(/\p{Cf}/gu, '')

/** Characters as a person counts them, and as the server does: not the halves of an emoji. */
const countCharacters = (value: string) => [...value].length
