/** Calls of `/v1` with the publishable key, as a browser may make them. */
import { told, wordsFor } from './words.js'

const SECONDS = 30

/** `{card: {number: 1}}` as `card[number]=1`; what is undefined or null is left out. */
function encoded(values, within = '') {
  return Object.entries(values).flatMap(([name, value]) => {
    const full = within ? `${within}[${name}]` : name
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? encoded(value, full) : [[full, String(value)]]
  })
}

/** The object, or `{error}` as Stripe.js tells it. */
export async function call(method, path, values, { key, locale }) {
  const parameters = new URLSearchParams(encoded(values))
  const init = {
    method,
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(SECONDS * 1000),
  }
  try {
    const answer =
      method === 'GET'
        ? await fetch(`/v1/${path}?${parameters}`, init)
        : await fetch(`/v1/${path}`, { ...init, body: parameters })
    const body = await answer.json()
    return body.error ? { error: told(body.error, locale) } : body
  } catch {
    return { error: { type: 'api_connection_error', message: wordsFor(locale).away } }
  }
}

/** By a client secret: what Stripe.js calls the intent, its object, its last error, and the path of its call. */
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
