/**
 * The state of a request for something to show, as one union.
 *
 * A later request keeps the last answer as `value` while it loads, and after it failed, so that a list does not blink.
 */
export type RequestState<Value> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly value: Value | null }
  | { readonly kind: 'loaded'; readonly value: Value }
  | { readonly kind: 'failed'; readonly value: Value | null; readonly error: unknown }

export const IDLE: RequestState<never> = { kind: 'idle' }
