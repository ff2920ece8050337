/** Frames of the fake Stripe in the merchant's page, and their messages. The first part of `/v3/stripe.js`. */

const ORIGIN = new URL(document.currentScript.src).origin
const LOAD_SECONDS = 15
const AWAY = {
  en: 'The payment provider does not answer. Please try again later.',
  fr: 'Le prestataire de paiement ne répond pas. Réessayez plus tard.',
}
let idCounter = 0

class IntegrationError extends Error {
  name = 'IntegrationError'
}

const languageOf = locale => {
  const language = !locale || locale === 'auto' ? navigator.language : locale
  return language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

const away = locale => ({ type: 'api_connection_error', message: AWAY[languageOf(locale)] })

/** A frame of the fake Stripe, with handlers for its messages. `loaded` rejects if the frame does not load in time. */
class Frame {
  constructor(path, query, container) {
    this.id = `stripe-${++idCounter}`
    this.heard = {}
    this.node = document.createElement('iframe')
    this.node.src = `${ORIGIN}${path}?${new URLSearchParams({ ...query, id: this.id })}`
    this.node.name = `__privateStripeFrame${idCounter}`
    // In a dark page, a frame gets a white background unless its color scheme matches its content.
    Object.assign(this.node.style, { border: '0', padding: '0', margin: '0', colorScheme: 'light' })
    this.listen = ({ origin, source, data }) => {
      if (origin === ORIGIN && source === this.node.contentWindow && data?.stripe === this.id) {
        this.heard[data.what]?.(data)
      }
    }
    addEventListener('message', this.listen)
    this.loaded = new Promise((resolve, reject) => {
      this.heard.loaded = resolve
      setTimeout(reject, LOAD_SECONDS * 1000)
    })
    this.loaded.catch(() => undefined)
    container.append(this.node)
  }

  tell(message) {
    this.loaded.then(
      () => this.node.contentWindow?.postMessage({ stripe: this.id, ...message }, ORIGIN),
      () => undefined,
    )
  }

  remove() {
    removeEventListener('message', this.listen)
    this.node.remove()
  }
}

/** The hidden frame that calls the API for all fields of one `Stripe` object. */
class Controller {
  constructor(stripe) {
    Object.assign(this, { stripe, asked: new Map(), number: 0 })
    this.frame = new Frame('/v3/controller', {}, document.body)
    this.frame.node.setAttribute('aria-hidden', 'true')
    this.frame.node.tabIndex = -1
    this.frame.node.title = 'Secure payment controller'
    this.frame.node.style.display = 'none'
    this.frame.heard.answer = ({ number, result }) => {
      this.asked.get(number)?.(result)
      this.asked.delete(number)
    }
  }

  async ask(call, values) {
    const number = ++this.number
    const { _key: key, _locale: locale } = this.stripe
    try {
      await this.frame.loaded
    } catch {
      return { error: away(locale) }
    }
    this.frame.tell({ call, number, values, key, locale })
    return new Promise(resolve => this.asked.set(number, resolve))
  }
}
