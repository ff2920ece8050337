/**
 * The state of a request as a union.
 *
 * While a later request loads and after it fails, `value` keeps the last response, so that a list does not flicker.
 */
export type RequestState<Value> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly value: Value | null }
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'failed'; readonly value: Value | null; readonly error: unknown }

export const IDLE: RequestState<never> = { kind: 'idle' }
