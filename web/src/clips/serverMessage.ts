import { HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'

/** What a refusal says, in the server's words; of what went wrong elsewhere nobody knows more. */
export function serverMessageOf(error: unknown): string {
  const said = error instanceof HttpError && error.status > 0 && error.status < 500
  return said && error.message ? error.message : UNKNOWN_ERROR
}
