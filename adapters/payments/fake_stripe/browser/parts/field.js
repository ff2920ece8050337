/** One field of a card, in a frame of its own: the page learns how it stands and never what is in it. */
import { KINDS } from './cards.js'
import { fieldsOf } from './siblings.js'
import { dress, rest } from './style.js'
import { wordsFor } from './words.js'

const asked = new URLSearchParams(location.search)
const [type, group, id] = ['type', 'group', 'id'].map(name => asked.get(name))
const kind = KINDS[type]
const input = document.querySelector('input')
const { today } = document.body.dataset
let page = null
let words = wordsFor('auto')
let left = false
let last = null

/** The number's brand decides how long the code is. */
const brand = () => fieldsOf(group).find(field => field.type === 'cardNumber')?.brand ?? 'unknown'
const around = () => ({ today, brand: type === 'cardCvc' ? brand() : undefined })
const stands = () => kind.stands(input.value, around())

/** To the page; before it has spoken nobody knows who it is, and it is told nothing but that we are here. */
function tell(what, detail = {}) {
  if (page || what === 'loaded') parent.postMessage({ stripe: id, what, ...detail }, page ?? '*')
}

/** Shows how the field stands, and tells the page if that is news. `insist`: an empty field is wrong as well. */
function report(insist = false) {
  const { complete, wrong, unfinished, brand: name } = stands()
  const empty = input.value === ''
  const missing = left && !complete && (insist || !empty) ? unfinished : null
  const code = wrong ?? missing
  const error = code ? { code, type: 'validation_error', message: words[code] } : undefined
  rest(input, { complete, empty, invalid: Boolean(error) })
  const change = { elementType: type, empty, complete, error, ...(name && { brand: name }) }
  const news = JSON.stringify(change)
  if (news !== last) tell('change', { change })
  last = news
  return error
}

function typed() {
  const before = input.value.slice(0, input.selectionStart).replace(/\D/g, '').length
  const atEnd = input.selectionStart === input.value.length
  input.value = kind.written(input.value, around())
  if (!atEnd) {
    let at = 0
    for (let digits = 0; digits < before && at < input.value.length; at++)
      if (/\d/.test(input.value[at])) digits++
    input.setSelectionRange(at, at)
  }
  left = false
  report()
  if (type === 'cardNumber') for (const field of fieldsOf(group)) field.lookAgain()
}

/** `12 / ` loses its slash with the digit before it, or nobody could delete the month. */
function erased(event) {
  if (event.inputType === 'deleteContentBackward' && input.value.endsWith(' / ')) {
    input.value = input.value.slice(0, 1)
    event.preventDefault()
    typed()
  }
}

const HEARD = {
  options({ locale, options }) {
    words = wordsFor(locale)
    document.documentElement.lang = locale
    input.setAttribute('aria-label', words[type].label)
    input.placeholder = options.placeholder ?? words[type].placeholder
    input.disabled = options.disabled === true
    dress(input, options.style ?? {}, options.fonts ?? [])
    tell('size', { height: Math.ceil(input.getBoundingClientRect().height) })
    if (last !== null) report()
    tell('ready')
  },
  focus: () => input.focus(),
  blur: () => input.blur(),
  clear() {
    input.value = ''
    left = false
    report()
  },
}

window.cardField = {
  type,
  group,
  get brand() {
    return stands().brand
  },
  value: () => stands().value,
  lookAgain: () => input.value !== '' && type === 'cardCvc' && report(),
  insist() {
    left = true
    return report(true)
  },
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || !(data?.what in HEARD) || (page ?? origin) !== origin) return
  const isFirst = page === null
  page = origin
  HEARD[data.what](data)
  // Somebody may have been quicker than the scripts of both.
  if (isFirst && input.value !== '') {
    last = null
    typed()
  }
})
input.addEventListener('beforeinput', erased)
input.addEventListener('input', typed)
input.addEventListener('focus', () => tell('focus'))
input.addEventListener('blur', () => {
  left = true
  report()
  tell('blur')
})
input.addEventListener('keydown', event => {
  if (event.key === 'Escape') tell('escape')
  if (event.key === 'Enter') tell('enter')
})
tell('loaded')
