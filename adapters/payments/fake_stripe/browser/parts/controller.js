/** The hidden frame of a page. It reads the card fields and calls `/v1` for the page. */
import { call, intentOf } from './calls.js'
import { fieldsOf } from './siblings.js'
import { translateError } from './words.js'

/** Create a payment method from the fields of a form. Incomplete fields show their own errors. */
async function createPaymentMethod({ group, details }, auth) {
  const fields = fieldsOf(group)
  const errors = fields.map(field => field.requireValue()).filter(Boolean)
  if (errors.length > 0) return { error: errors[0] }
  const card = Object.assign({}, ...fields.map(field => field.value()))
  const created = await call('POST', 'payment_methods', { ...details, type: 'card', card }, auth)
  return created.error ? created : { paymentMethod: created }
}

/** Confirm an intent with a new card of `group`, with `payment_method`, or with its current payment method. */
async function confirm({ secret, group, details, payment_method, more }, auth) {
  let method = payment_method
  if (group) {
    const created = await createPaymentMethod({ group, details }, auth)
    if (created.error) return created
    method = created.paymentMethod.id
  }
  const { path } = intentOf(secret)
  const values = { ...more, client_secret: secret, payment_method: method, use_stripe_sdk: true }
  return wrapIntent(secret, await call('POST', `${path}/confirm`, values, auth))
}

const retrieve = async ({ secret }, auth) =>
  wrapIntent(secret, await call('GET', intentOf(secret).path, { client_secret: secret }, auth))

/** Return the result of 3D Secure: the intent, or the error if the authentication failed. */
async function outcome({ secret }, auth) {
  const response = await retrieve({ secret }, auth)
  const { name, error: errorField, object } = intentOf(secret)
  const intent = response[name]
  if (intent?.status !== 'requires_payment_method' || !intent[errorField]) return response
  return { error: translateError({ ...intent[errorField], [object]: intent }, auth.locale) }
}

const wrapIntent = (secret, response) => (response.error ? response : { [intentOf(secret).name]: response })

const CALLS = { createPaymentMethod, confirm, retrieve, outcome }

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || !Object.hasOwn(CALLS, data?.call ?? '')) return
  const result = await CALLS[data.call](data.values, { key: data.key, locale: data.locale })
  parent.postMessage({ stripe: data.stripe, what: 'answer', number: data.number, result }, origin)
})
parent.postMessage({ stripe: new URLSearchParams(location.search).get('id'), what: 'loaded' }, '*')
