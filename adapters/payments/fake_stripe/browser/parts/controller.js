/** The frame behind the fields of a page: it reads them, and speaks to `/v1` for the page. */
import { call, intentOf } from './calls.js'
import { fieldsOf } from './siblings.js'
import { told } from './words.js'

/** A payment method of the fields of a form; they say themselves what is missing. */
async function createPaymentMethod({ group, details }, as) {
  const fields = fieldsOf(group)
  const errors = fields.map(field => field.insist()).filter(Boolean)
  if (errors.length > 0) return { error: errors[0] }
  const card = Object.assign({}, ...fields.map(field => field.value()))
  const made = await call('POST', 'payment_methods', { ...details, type: 'card', card }, as)
  return made.error ? made : { paymentMethod: made }
}

/** Confirms an intent with a new card of `group`, with `payment_method`, or with the one that it has. */
async function confirm({ secret, group, details, payment_method, more }, as) {
  let method = payment_method
  if (group) {
    const made = await createPaymentMethod({ group, details }, as)
    if (made.error) return made
    method = made.paymentMethod.id
  }
  const { path } = intentOf(secret)
  const values = { ...more, client_secret: secret, payment_method: method, use_stripe_sdk: true }
  return named(secret, await call('POST', `${path}/confirm`, values, as))
}

const retrieve = async ({ secret }, as) =>
  named(secret, await call('GET', intentOf(secret).path, { client_secret: secret }, as))

/** What came of the bank's question: the intent, or why it was not confirmed. */
async function outcome({ secret }, as) {
  const found = await retrieve({ secret }, as)
  const { name, error: last, object } = intentOf(secret)
  const intent = found[name]
  if (intent?.status !== 'requires_payment_method' || !intent[last]) return found
  return { error: told({ ...intent[last], [object]: intent }, as.locale) }
}

const named = (secret, found) => (found.error ? found : { [intentOf(secret).name]: found })

const CALLS = { createPaymentMethod, confirm, retrieve, outcome }

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || !Object.hasOwn(CALLS, data?.call ?? '')) return
  const result = await CALLS[data.call](data.values, { key: data.key, locale: data.locale })
  parent.postMessage({ stripe: data.stripe, what: 'answer', number: data.number, result }, origin)
})
parent.postMessage({ stripe: new URLSearchParams(location.search).get('id'), what: 'loaded' }, '*')
