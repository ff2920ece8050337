/** `window.Stripe`: the part of https://docs.stripe.com/js that takes cards. Last part of `/v3/stripe.js`. */

/** What a payment method is made of: a name of one, or an Element with what belongs to it. */
function methodOf(given) {
  if (given === undefined || typeof given === 'string') return { payment_method: given }
  const { card, type, ...details } = given
  if (!(card instanceof Element))
    throw new IntegrationError('A card is an Element: the stand-in takes no other.')
  return { group: card._elements._id, details }
}

class StripeObject {
  constructor(key, options) {
    Object.assign(this, { _key: key, _options: options })
  }

  get _controller() {
    this._made ??= new Controller(this)
    return this._made
  }

  /** The language of the form that was made last, which may change while it is open. */
  get _locale() {
    return this._form?._options.locale ?? this._options.locale ?? 'auto'
  }

  elements(options = {}) {
    this._controller
    this._form = new Elements({ locale: this._options.locale, ...options })
    return this._form
  }

  async createPaymentMethod({ type, ...given }) {
    return this._controller.ask('createPaymentMethod', methodOf(given))
  }

  async createToken() {
    throw new IntegrationError('The stand-in makes payment methods and no tokens.')
  }

  confirmCardPayment = (secret, data, options) => this._confirm(secret, data, options)
  confirmCardSetup = (secret, data, options) => this._confirm(secret, data, options)
  handleCardAction = secret => this._act(secret)
  handleNextAction = ({ clientSecret }) => this._act(clientSecret)
  retrievePaymentIntent = secret => this._controller.ask('retrieve', { secret })
  retrieveSetupIntent = secret => this._controller.ask('retrieve', { secret })
  registerAppInfo() {}
  _registerWrapper() {}

  /** An intent that waits for the viewer's bank and is given no other card goes on where it waits. */
  async _confirm(secret, { payment_method, ...more } = {}, { handleActions = true } = {}) {
    if (payment_method === undefined) {
      const found = await this._controller.ask('retrieve', { secret })
      if (Object.values(found)[0].status === 'requires_action') return this._act(secret, found)
    }
    const found = await this._controller.ask('confirm', { secret, more, ...methodOf(payment_method) })
    return handleActions ? this._act(secret, found) : found
  }

  async _act(secret, known) {
    const found = known ?? (await this._controller.ask('retrieve', { secret }))
    const [intent] = Object.values(found)
    if (intent.status !== 'requires_action') return found
    if (intent.next_action.type === 'redirect_to_url') {
      location.assign(intent.next_action.redirect_to_url.url)
      return new Promise(() => undefined)
    }
    await this._authenticate(secret)
    return this._controller.ask('outcome', { secret })
  }

  /** Over the whole page, above what the page itself puts on top, until the viewer has chosen. */
  _authenticate(secret) {
    const dialog = document.createElement('dialog')
    const whole = { width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none', inset: '0' }
    Object.assign(dialog.style, whole, {
      position: 'fixed',
      border: '0',
      padding: '0',
      margin: '0',
      background: 'transparent',
    })
    const back = document.activeElement
    document.body.append(dialog)
    const query = { client_secret: secret, locale: languageOf(this._locale), framed: 1 }
    const frame = new Frame(`/3d-secure/${secret.split('_secret_')[0]}`, query, dialog)
    frame.node.title = '3D Secure 2 Test Page'
    dialog.setAttribute('aria-label', frame.node.title)
    Object.assign(frame.node.style, { width: '100%', height: '100%', display: 'block' })
    dialog.showModal()
    // A browser lets nobody refuse to be closed twice: closed, the frame still brings its answer.
    for (const name of ['cancel', 'close']) {
      dialog.addEventListener(name, event => {
        event.preventDefault()
        frame.tell({ what: 'fail' })
      })
    }
    frame.loaded.then(
      () => frame.node.focus(),
      () => frame.heard.done(),
    )
    return new Promise(resolve => {
      frame.heard.done = () => {
        frame.remove()
        dialog.remove()
        back?.focus?.()
        resolve()
      }
    })
  }
}

/** https://docs.stripe.com/js/initializing */
window.Stripe ??= (key, options = {}) => {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Please call Stripe() with your publishable key.')
  }
  return new StripeObject(key, options)
}
window.Stripe.version = 3
