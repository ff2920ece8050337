/** One card field in its own frame. The page receives the state of the field but never its content. */
import { KINDS } from './cards.js'
import { fieldsOf } from './siblings.js'
import { applyStyles, setVariants } from './style.js'
import { getTexts } from './words.js'

const params = new URLSearchParams(location.search)
const [type, group, id] = ['type', 'group', 'id'].map(name => params.get(name))
const kind = KINDS[type]
const input = document.querySelector('input')
const { today } = document.body.dataset
let page = null
let messages = getTexts('auto')
let isTouched = false
let lastChange = null

/** Return the brand of the number, which sets the length of the security code. */
const getBrand = () => fieldsOf(group).find(field => field.type === 'cardNumber')?.brand ?? 'unknown'
const getContext = () => ({ today, brand: type === 'cardCvc' ? getBrand() : undefined })
const getState = () => kind.getState(input.value, getContext())

/**
 * Send a message to the page.
 *
 * The origin of the page is unknown until its first message. Until then, only `loaded` is sent.
 */
function notify(what, detail = {}) {
  if (page || what === 'loaded') parent.postMessage({ stripe: id, what, ...detail }, page ?? '*')
}

/** Show the state of the field, and notify the page of changes. With `isRequired`, an empty field is also an error. */
function report(isRequired = false) {
  const { complete, errorCode, incompleteCode, brand: name } = getState()
  const empty = input.value === ''
  const missing = isTouched && !complete && (isRequired || !empty) ? incompleteCode : null
  const code = errorCode ?? missing
  const error = code ? { code, type: 'validation_error', message: messages[code] } : undefined
  setVariants(input, { complete, empty, invalid: Boolean(error) })
  const change = { elementType: type, empty, complete, error, ...(name && { brand: name }) }
  const serialized = JSON.stringify(change)
  if (serialized !== lastChange) notify('change', { change })
  lastChange = serialized
  return error
}

function handleInput() {
  const digitsBefore = input.value.slice(0, input.selectionStart).replace(/\D/g, '').length
  const atEnd = input.selectionStart === input.value.length
  input.value = kind.format(input.value, getContext())
  if (!atEnd) {
    let at = 0
    for (let digits = 0; digits < digitsBefore && at < input.value.length; at++)
      if (/\d/.test(input.value[at])) digits++
    input.setSelectionRange(at, at)
  }
  isTouched = false
  report()
  if (type === 'cardNumber') for (const field of fieldsOf(group)) field.revalidate()
}

/** Delete the slash of `12 / ` together with the digit before it. Otherwise the month could not be deleted. */
function handleBeforeInput(event) {
  if (event.inputType === 'deleteContentBackward' && input.value.endsWith(' / ')) {
    input.value = input.value.slice(0, 1)
    event.preventDefault()
    handleInput()
  }
}

const HANDLERS = {
  options({ locale, options }) {
    messages = getTexts(locale)
    document.documentElement.lang = locale
    input.setAttribute('aria-label', messages[type].label)
    input.placeholder = options.placeholder ?? messages[type].placeholder
    input.disabled = options.disabled === true
    applyStyles(input, options.style ?? {}, options.fonts ?? [])
    notify('size', { height: Math.ceil(input.getBoundingClientRect().height) })
    if (lastChange !== null) report()
    notify('ready')
  },
  focus: () => input.focus(),
  blur: () => input.blur(),
  clear() {
    input.value = ''
    isTouched = false
    report()
  },
}

window.cardField = {
  type,
  group,
  get brand() {
    return getState().brand
  },
  value: () => getState().value,
  revalidate: () => input.value !== '' && type === 'cardCvc' && report(),
  requireValue() {
    isTouched = true
    return report(true)
  },
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || !(data?.what in HANDLERS) || (page ?? origin) !== origin) return
  const isFirst = page === null
  page = origin
  HANDLERS[data.what](data)
  // The viewer may have typed before the scripts loaded.
  if (isFirst && input.value !== '') {
    lastChange = null
    handleInput()
  }
})
input.addEventListener('beforeinput', handleBeforeInput)
input.addEventListener('input', handleInput)
input.addEventListener('focus', () => notify('focus'))
input.addEventListener('blur', () => {
  isTouched = true
  report()
  notify('blur')
})
input.addEventListener('keydown', event => {
  if (event.key === 'Escape') notify('escape')
  if (event.key === 'Enter') notify('enter')
})
notify('loaded')
