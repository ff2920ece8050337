import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'

/** Return the error message of a rejected request, or the general error. */
export function errorMessageOf(error: unknown): ErrorMessage {
  const isRefused = error instanceof HttpError && error.status > 0 && error.status < 500
  return isRefused && error.message ? error.errorMessage : UNKNOWN_ERROR
}

/** Return why a clip or a file failed. */
export const failureOf = ({
  failure_code,
  failure_message,
}: {
  failure_code: string | null
  failure_message: string | null
}): ErrorMessage => ({ code: failure_code ?? '', text: failure_message ?? '' })
