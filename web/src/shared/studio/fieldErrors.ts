import { type ErrorMessage, type FieldErrors, HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'

/** Return whether the path of a message (`name.fr`, `colors[1]`) is a field or a part of it. */
const isPartOf = (path: string, field: string) =>
  path === field || (path.startsWith(field) && '.['.includes(path.charAt(field.length)))

/** Return the messages at a field or a part of it. */
export const errorsOf = (errors: FieldErrors, field: string): ErrorMessage[] =>
  Object.entries(errors).flatMap(([path, messages]) => (isPartOf(path, field) ? messages : []))

/** Return the errors that are at none of these fields. */
export const errorsBeside = (errors: FieldErrors, fields: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !fields.some(field => isPartOf(path, field))))

/** Return the message of an error. A refused entry has it at a field. */
export function errorMessageOf(error: unknown): ErrorMessage {
  if (!(error instanceof HttpError)) return UNKNOWN_ERROR
  const [fieldError] = Object.values(error.errors).flat()
  return fieldError ?? error.errorMessage
}
