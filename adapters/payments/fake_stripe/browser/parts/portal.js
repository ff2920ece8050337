/** The form of the customer portal that saves a card. It uses card fields in frames, like every other page. */

const form = document.querySelector('#add')
const button = document.querySelector('#save')
const errorMessage = document.querySelector('#error')
const { key, secret, locale, saving } = form.dataset
const stripe = window.Stripe(key, { locale })
const elements = stripe.elements({ locale })
const style = { base: { color: '#16202f', fontSize: '16px' }, invalid: { color: '#a61b1b' } }
const [card] = [
  ['cardNumber', '#number'],
  ['cardExpiry', '#date'],
  ['cardCvc', '#code'],
].map(([type, selector]) => {
  const element = elements.create(type, { style })
  element.mount(selector)
  element.on('change', ({ error }) => errorMessage.replaceChildren(error?.message ?? ''))
  return element
})

async function save() {
  const { client_secret } = await (await fetch(`/portal/${secret}/cards`, { method: 'POST' })).json()
  const { error } = await stripe.confirmCardSetup(client_secret, { payment_method: { card } })
  if (error) throw error
  location.reload()
}

form.addEventListener('submit', async event => {
  event.preventDefault()
  const label = button.textContent
  button.disabled = true
  button.textContent = saving
  errorMessage.replaceChildren()
  try {
    await save()
  } catch ({ message }) {
    errorMessage.replaceChildren(message)
    button.disabled = false
    button.textContent = label
  }
})
