/** `window.Stripe`: the card payments of https://docs.stripe.com/js. The last part of `/v3/stripe.js`. */

/** Return the parameters of a payment method: its ID, or the group of a card Element with billing details. */
function methodOf(method) {
  if (method === undefined || typeof method === 'string') return { payment_method: method }
  const { card, type, ...details } = method
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

  /** The language of the newest form. It may change while the form is open. */
  get _locale() {
    return this._form?._options.locale ?? this._options.locale ?? 'auto'
  }

  elements(options = {}) {
    this._controller
    this._form = new Elements({ locale: this._options.locale, ...options })
    return this._form
  }

  async createPaymentMethod({ type, ...method }) {
    return this._controller.ask('createPaymentMethod', methodOf(method))
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

  /** Confirm an intent. Without a new card, an intent that requires authentication continues with it. */
  async _confirm(secret, { payment_method, ...more } = {}, { handleActions = true } = {}) {
    if (payment_method === undefined) {
      const current = await this._controller.ask('retrieve', { secret })
      if (Object.values(current)[0].status === 'requires_action') return this._act(secret, current)
    }
    const confirmed = await this._controller.ask('confirm', { secret, more, ...methodOf(payment_method) })
    return handleActions ? this._act(secret, confirmed) : confirmed
  }

  async _act(secret, known) {
    const response = known ?? (await this._controller.ask('retrieve', { secret }))
    const [intent] = Object.values(response)
    if (intent.status !== 'requires_action') return response
    if (intent.next_action.type === 'redirect_to_url') {
      location.assign(intent.next_action.redirect_to_url.url)
      return new Promise(() => undefined)
    }
    await this._authenticate(secret)
    return this._controller.ask('outcome', { secret })
  }

  /** Show the 3D Secure page in a modal dialog over the whole page, until the viewer completes or fails it. */
  _authenticate(secret) {
    const dialog = document.createElement('dialog')
    const fullSize = { width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none', inset: '0' }
    Object.assign(dialog.style, fullSize, {
      position: 'fixed',
      border: '0',
      padding: '0',
      margin: '0',
      background: 'transparent',
    })
    const previousFocus = document.activeElement
    document.body.append(dialog)
    const query = { client_secret: secret, locale: languageOf(this._locale), framed: 1 }
    const frame = new Frame(`/3d-secure/${secret.split('_secret_')[0]}`, query, dialog)
    frame.node.title = '3D Secure 2 Test Page'
    dialog.setAttribute('aria-label', frame.node.title)
    Object.assign(frame.node.style, { width: '100%', height: '100%', display: 'block' })
    dialog.showModal()
    // Browsers do not let a page cancel two close requests in a row. The frame still answers after the dialog closes.
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
        previousFocus?.focus?.()
        resolve()
      }
    })
  }
}

/** Create a `Stripe` object (https://docs.stripe.com/js/initializing). */
window.Stripe ??= (key, options = {}) => {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Please call Stripe() with your publishable key.')
  }
  return new StripeObject(key, options)
}
window.Stripe.version = 3
