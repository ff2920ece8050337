/** Card fields, as in https://docs.stripe.com/js/element. The second part of `/v3/stripe.js`. */

const TITLES = {
  en: {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  },
  fr: {
    cardNumber: 'Cadre sécurisé de saisie du numéro de carte',
    cardExpiry: 'Cadre sécurisé de saisie de la date d’expiration',
    cardCvc: 'Cadre sécurisé de saisie du code de sécurité',
  },
}
const STATES = ['empty', 'complete', 'invalid', 'focus']

/** A card field (https://docs.stripe.com/js/element). */
class Element {
  constructor(type, options, elements) {
    Object.assign(this, { _type: type, _options: options, _elements: elements, _handlers: [] })
  }

  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (this._destroyed) throw new IntegrationError('This Element has been destroyed.')
    if (!container) throw new IntegrationError(`The place to mount the Element does not exist: ${target}`)
    if (container === this._container) return
    this.unmount()
    this._container = container
    const frame = new Frame('/v3/field', { type: this._type, group: this._elements._id }, container)
    frame.node.dataset.field = this._type
    Object.assign(frame.node.style, {
      display: 'block',
      width: '100%',
      height: '1.2em',
      background: 'transparent',
    })
    frame.heard = { ...frame.heard, ...this._hears(frame) }
    frame.loaded.catch(() => {
      this._emit('loaderror', { elementType: this._type, error: away(this._elements._options.locale) })
    })
    this._frame = frame
    this._classes = {}
    this._mark({ empty: true })
    document.addEventListener('click', this._labels)
  }

  unmount() {
    if (!this._frame) return
    document.removeEventListener('click', this._labels)
    this._mark(null)
    this._frame.remove()
    this._frame = this._container = undefined
  }

  destroy() {
    this.unmount()
    this._destroyed = true
    this._elements._all.delete(this._type)
  }

  update(options) {
    this._options = { ...this._options, ...options }
    this._dress()
  }

  on(event, handler) {
    this._handlers.push([event, handler])
    return this
  }

  once(event, handler) {
    const handleOnce = value => {
      this.off(event, handleOnce)
      handler(value)
    }
    return this.on(event, handleOnce)
  }

  off(event, handler) {
    this._handlers = this._handlers.filter(([name, each]) => name !== event || (handler && each !== handler))
    return this
  }

  focus() {
    this._frame?.node.focus()
    this._frame?.tell({ what: 'focus' })
  }

  blur() {
    this._frame?.tell({ what: 'blur' })
    this._frame?.node.blur()
  }

  clear() {
    this._frame?.tell({ what: 'clear' })
  }

  /** Focus the field after a click on its label, or on the container beside the frame. */
  _labels = ({ target }) => {
    const label = target.closest?.('label')
    const isOwnLabel =
      label && (label.htmlFor ? label.htmlFor === this._container.id : label.contains(this._container))
    if (isOwnLabel || target === this._container) this.focus()
  }

  _hears(frame) {
    const emit = name => () => this._emit(name, { elementType: this._type })
    const { loaded } = frame.heard
    return {
      loaded: () => {
        loaded()
        this._dress()
      },
      ready: () => {
        if (!this._ready) emit('ready')()
        this._ready = true
      },
      change: ({ change }) => {
        this._mark({ empty: change.empty, complete: change.complete, invalid: Boolean(change.error) })
        this._emit('change', change)
      },
      focus: () => {
        this._mark({ focus: true })
        emit('focus')()
      },
      blur: () => {
        this._mark({ focus: false })
        emit('blur')()
      },
      escape: emit('escape'),
      enter: () => this._container?.closest('form')?.requestSubmit(),
      size: ({ height }) => {
        frame.node.style.height = `${height}px`
      },
    }
  }

  _emit(event, value) {
    for (const [name, handler] of [...this._handlers]) if (name === event) handler(value)
  }

  /** Set the classes of the container to the state of the field. Null removes them. */
  _mark(changes) {
    const names = { base: 'StripeElement', ...this._options.classes }
    this._classes = changes ? { ...this._classes, ...changes } : {}
    this._container.classList.toggle(names.base, changes !== null)
    for (const state of STATES) {
      this._container.classList.toggle(
        names[state] ?? `StripeElement--${state}`,
        Boolean(this._classes[state]),
      )
    }
  }

  _dress() {
    if (!this._frame) return
    const { locale = 'auto', fonts = [] } = this._elements._options
    const { placeholder, disabled, style } = this._options
    const options = JSON.parse(JSON.stringify({ placeholder, disabled, style, fonts }))
    this._frame.node.title = TITLES[languageOf(locale)][this._type]
    this._frame.tell({ what: 'options', locale: languageOf(locale), options })
  }
}

/** The card fields of one form (https://docs.stripe.com/js/elements_object). */
class Elements {
  constructor(options) {
    Object.assign(this, { _id: `form-${++idCounter}`, _options: options, _all: new Map() })
  }

  create(type, options = {}) {
    if (!TITLES.en[type]) throw new IntegrationError(`The stand-in has no Element of type ${type}.`)
    if (this._all.has(type))
      throw new IntegrationError(`Can only create one Element of type ${type} through elements().`)
    const element = new Element(type, options, this)
    this._all.set(type, element)
    return element
  }

  /** Return the field of a type, or of a React component with a type. */
  getElement(type) {
    return this._all.get(type?.__elementType ?? type) ?? null
  }

  update(options) {
    Object.assign(this._options, options)
    for (const element of this._all.values()) element._dress()
  }

  submit = async () => ({})
  fetchUpdates = async () => ({})
}
