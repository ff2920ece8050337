import type { ErrorMessage, FieldErrors } from '@/shared/http/errors'
import { emailError, lengthError, phoneError, requiredError } from '@/shared/validators'
import type { FormAnswers, FormDefinition, FormField } from './model'

/** A form before anybody has filled it in; the address of who is logged in is known. */
export function emptyAnswers({ fields }: FormDefinition, email: string | null = null): FormAnswers {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      type === 'checkbox' ? false : type === 'email' ? (email ?? '') : '',
    ]),
  )
}

/** What is wrong with what was filled in, by the rules of §5; the server has the last word. */
export function validateAnswers({ fields }: FormDefinition, answers: FormAnswers): FieldErrors {
  const found = fields.map(field => [field.name, fieldError(field, answers[field.name] ?? '')] as const)
  return Object.fromEntries(found.flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])))
}

function fieldError(field: FormField, answer: string | boolean): ErrorMessage | undefined {
  if (typeof answer === 'boolean') return field.required && !answer ? { code: 'errors.required' } : undefined
  if (!answer.trim()) return field.required ? requiredError(answer) : undefined
  if (field.type === 'email') return emailError(answer) ?? textError(field, answer)
  if (field.type === 'tel') return phoneError(answer) ?? textError(field, answer)
  return field.type === 'number' ? numberError(field, answer) : textError(field, answer)
}

function numberError({ rules: { min, max } }: FormField, answer: string): ErrorMessage | undefined {
  const number = Number(answer)
  if (!Number.isFinite(number)) return { code: 'errors.input_required' }
  if (typeof min === 'number' && number < min)
    return { code: 'errors.too_short', params: { number: min - 1 } }
  if (typeof max === 'number' && number > max) return { code: 'errors.too_long', params: { number: max + 1 } }
  return undefined
}

function textError({ rules: { min, max, pattern } }: FormField, answer: string): ErrorMessage | undefined {
  const given = answer.trim()
  if (typeof min === 'number' && [...given].length < min)
    return { code: 'errors.too_short', params: { number: min - 1 } }
  if (typeof max === 'number') return lengthError(given, max) ?? patternError(pattern, given)
  return patternError(pattern, given)
}

/** A pattern that this browser cannot read is left to the server. */
function patternError(pattern: string | null | undefined, given: string): ErrorMessage | undefined {
  if (!pattern) return undefined
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(given) ? undefined : { code: 'errors.input_required' }
  } catch {
    return undefined
  }
}
