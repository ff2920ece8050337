/*
 * A TV app in small: it knows the public calls, keeps its api key in memory and puts no code or key into an
 * address. Links itself by the code on its screen (RFC 8628) and shows what is on.
 */
const facts = JSON.parse(document.getElementById('tv-facts').textContent)
const { words } = facts
const REFRESH = 20
const AFTER_A_FAULT = 5
const SLOWER = 5

const at = id => document.getElementById(id)
const show = (id, shown) => {
  at(id).hidden = !shown
}

let key = ''
let wake = () => {}

/** Waits so many seconds, or until somebody presses a button that changes things. */
const pause = seconds =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, seconds * 1000, 'time')
    wake = why => {
      clearTimeout(timer)
      resolve(why)
    }
  })

/** A refusal of the server: its status and, of a device token, its `error`. */
class Refusal extends Error {
  constructor(status, body) {
    super(body.message)
    this.status = status
    this.error = body.error
  }
}

async function call(address, body) {
  const headers = { 'Accept-Language': facts.language }
  if (key) headers.Authorization = `Bearer ${key}`
  if (body) headers['Content-Type'] = 'application/json'
  const method = body ? 'POST' : 'GET'
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) })
  const told = answer.status === 204 ? {} : await answer.json()
  if (!answer.ok) throw new Refusal(answer.status, told)
  return told.data
}

const api = (path, body) => call(`${facts.api_host}/api${path}`, body)

async function fetchKey() {
  key = ''
  const asked = await call(`${facts.keys_host}/channel-key${facts.query}`)
  key = (await api('/get_api_key', asked)).api_key
}

function say(text, busy = false) {
  at('state').textContent = text
  at('state').classList.toggle('busy', busy)
}

async function drawQr(text) {
  const answer = await fetch('/_tv/qr', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  URL.revokeObjectURL(at('qr').src)
  at('qr').src = URL.createObjectURL(await answer.blob())
}

async function showCode(given) {
  const letters = [...given.user_code].map(letter => {
    const box = document.createElement('span')
    box.textContent = letter
    box.ariaHidden = 'true'
    return box
  })
  const read = document.createElement('span')
  read.className = 'sr-only'
  read.textContent = [...given.user_code].join(' ')
  at('code').replaceChildren(...letters, read)
  at('address').textContent = given.verification_uri.replace(/^https?:\/\//, '')
  await drawQr(given.verification_uri_complete)
  for (const id of ['linking', 'new-code']) show(id, true)
  say(words.waiting, true)
}

/** Asks by the interval whether the code was typed; the viewer, or null where another code is needed. */
async function untilLinked(given) {
  let interval = given.interval
  while ((await pause(interval)) === 'time') {
    try {
      const entered = await api('/auth/device-token', { device_code: given.device_code })
      key = entered.api_key
      return entered.user
    } catch (refusal) {
      if (refusal.error === 'slow_down') interval += SLOWER
      else if (refusal.error === 'expired_token') return null
      else if (refusal.error !== 'authorization_pending') throw refusal
    }
  }
  return null
}

function card(event) {
  const item = document.createElement('li')
  item.className = 'event'
  const picture = document.createElement('div')
  picture.className = 'picture'
  const sides = [...event.participants].sort((one, other) => one.is_home - other.is_home)
  for (const [side, name] of [[sides[0], '--away'], [sides[1], '--home']]) {
    if (!side) continue
    picture.style.setProperty(name, side.color)
    picture.append(Object.assign(document.createElement('span'), { textContent: side.short_name }))
  }
  const poster = event.images?.poster ?? event.images?.card
  if (poster) picture.append(Object.assign(document.createElement('img'), { src: poster, alt: '' }))
  picture.append(badge(event))
  item.append(picture, Object.assign(document.createElement('strong'), { textContent: event.name }))
  return item
}

function badge(event) {
  const onAir = event.live_state === 'on_air'
  return Object.assign(document.createElement('span'), {
    className: onAir ? 'badge' : 'badge badge--away',
    textContent: onAir ? words.live : words.interrupted,
  })
}

async function showEvents() {
  const events = await api('/events?stream_status=live&on_air=true')
  at('events').replaceChildren(...events.map(card))
  show('nothing', events.length === 0)
}

/** Shows what is on until the TV is logged out, here or from another device. */
async function watch(user) {
  at('greeting').textContent = words.linked.replace('{name}', user.first_name)
  for (const id of ['watching', 'log-out']) show(id, true)
  say('')
  at('greeting').focus()
  try {
    do await showEvents()
    while ((await pause(REFRESH)) === 'time')
    await api('/auth/logout', {})
  } catch (refusal) {
    if (![401, 403].includes(refusal.status)) throw refusal
  } finally {
    key = ''
  }
}

function clear() {
  for (const id of ['linking', 'watching', 'new-code', 'log-out']) show(id, false)
}

/** One life of the TV: a key, a code, and then what is on. */
async function live() {
  clear()
  if (!key) await fetchKey()
  const given = await api('/auth/device-code', {})
  await showCode(given)
  const user = await untilLinked(given)
  clear()
  if (user) await watch(user)
}

async function run() {
  for (;;) {
    try {
      await live()
    } catch {
      clear()
      key = ''
      say(words.fault, true)
      await pause(AFTER_A_FAULT)
    }
  }
}

at('new-code').addEventListener('click', () => wake('button'))
at('log-out').addEventListener('click', () => wake('button'))
at('full-screen').addEventListener('click', () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
)
run()
