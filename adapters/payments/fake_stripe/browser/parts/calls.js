/** API calls of `/v1` with the publishable key, from the browser. */
import { translateError, getTexts } from './words.js'

const TIMEOUT_SECONDS = 30

/** Encode `{card: {number: 1}}` as `card[number]=1`. Undefined and null values are omitted. */
function encodeForm(values, prefix = '') {
  return Object.entries(values).flatMap(([name, value]) => {
    const key = prefix ? `${prefix}[${name}]` : name
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? encodeForm(value, key) : [[key, String(value)]]
  })
}

/** Call the API. Return the object, or `{error}` in the format of Stripe.js. */
export async function call(method, path, values, { key, locale }) {
  const parameters = new URLSearchParams(encodeForm(values))
  const init = {
    method,
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  }
  try {
    const response =
      method === 'GET'
        ? await fetch(`/v1/${path}?${parameters}`, init)
        : await fetch(`/v1/${path}`, { ...init, body: parameters })
    const body = await response.json()
    return body.error ? { error: translateError(body.error, locale) } : body
  } catch {
    return { error: { type: 'api_connection_error', message: getTexts(locale).away } }
  }
}

/** Return the names that Stripe.js uses for the intent of a client secret, and its API path. */
export function intentOf(secret) {
  const id = String(secret).split('_secret_')[0]
  return id.startsWith('seti_')
    ? { name: 'setupIntent', object: 'setup_intent', error: 'last_setup_error', path: `setup_intents/${id}` }
    : {
        name: 'paymentIntent',
        object: 'payment_intent',
        error: 'last_payment_error',
        path: `payment_intents/${id}`,
      }
}
