import type { FieldErrors } from '@/shared/stores/Form'
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

/** What is wrong with what was filled in, in the server's own sentences (§5); the server has the last word. */
export function validateAnswers({ fields }: FormDefinition, answers: FormAnswers): FieldErrors {
  const found = fields.map(field => [field.name, fieldError(field, answers[field.name] ?? '')] as const)
  return Object.fromEntries(found.flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])))
}

function fieldError(field: FormField, answer: string | boolean): string | undefined {
  if (typeof answer === 'boolean') return field.required && !answer ? 'Field is required' : undefined
  if (!answer.trim()) return field.required ? requiredError(answer) : undefined
  if (field.type === 'email') return emailError(answer) ?? textError(field, answer)
  if (field.type === 'tel') return phoneError(answer) ?? textError(field, answer)
  return field.type === 'number' ? numberError(field, answer) : textError(field, answer)
}

function numberError({ rules: { min, max } }: FormField, answer: string): string | undefined {
  const number = Number(answer)
  if (!Number.isFinite(number)) return 'Please fill in the input field'
  if (typeof min === 'number' && number < min) return `Field length must be greater than ${min - 1}`
  if (typeof max === 'number' && number > max) return `Field length must be less than ${max + 1}`
  return undefined
}

function textError({ rules: { min, max, pattern } }: FormField, answer: string): string | undefined {
  const given = answer.trim()
  if (typeof min === 'number' && [...given].length < min)
    return `Field length must be greater than ${min - 1}`
  if (typeof max === 'number') return lengthError(given, max) ?? patternError(pattern, given)
  return patternError(pattern, given)
}

/** A pattern that this browser cannot read is left to the server. */
function patternError(pattern: string | null | undefined, given: string): string | undefined {
  if (!pattern) return undefined
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(given) ? undefined : 'Please fill in the input field'
  } catch {
    return undefined
  }
}
