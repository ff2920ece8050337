/*
 * A minimal TV app. It uses only the public API, keeps its API key in memory, and puts no code or key into a
 * URL. It links itself with the code on its screen (RFC 8628) and shows live events.
 */
const pageData = JSON.parse(document.getElementById('tv-page-data').textContent)
const { texts } = pageData
const REFRESH_SECONDS = 20
const RETRY_SECONDS = 5
const SLOW_DOWN_SECONDS = 5

const byId = id => document.getElementById(id)
const show = (id, isVisible) => {
  byId(id).hidden = !isVisible
}

let apiKey = ''
let endPause = () => {}

/** Waits for the given number of seconds ('time'), or until a button is pressed ('button'). */
const pause = seconds =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, seconds * 1000, 'time')
    endPause = reason => {
      clearTimeout(timer)
      resolve(reason)
    }
  })

/** An error response of the server. `error` is the OAuth error code of a device token request. */
class ApiError extends Error {
  constructor(status, body) {
    super(body.message)
    this.status = status
    this.error = body.error
  }
}

async function request(url, body) {
  const headers = { 'Accept-Language': pageData.language }
  if (apiKey) headers.Authorization = `Bearer ${apiKey}`
  if (body) headers['Content-Type'] = 'application/json'
  const method = body ? 'POST' : 'GET'
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
  const payload = response.status === 204 ? {} : await response.json()
  if (!response.ok) throw new ApiError(response.status, payload)
  return payload.data
}

const requestApi = (path, body) => request(`${pageData.api_host}/api${path}`, body)

async function fetchApiKey() {
  apiKey = ''
  const channelKey = await request(`${pageData.keys_host}/channel-key${pageData.query}`)
  apiKey = (await requestApi('/get_api_key', channelKey)).api_key
}

function showState(text, isBusy = false) {
  byId('state').textContent = text
  byId('state').classList.toggle('busy', isBusy)
}

async function showQrCode(text) {
  const response = await fetch('/_tv/qr', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  URL.revokeObjectURL(byId('qr').src)
  byId('qr').src = URL.createObjectURL(await response.blob())
}

async function showCode(deviceCode) {
  const letters = [...deviceCode.user_code].map(letter => {
    const box = document.createElement('span')
    box.textContent = letter
    box.ariaHidden = 'true'
    return box
  })
  const spelledCode = document.createElement('span')
  spelledCode.className = 'sr-only'
  spelledCode.textContent = [...deviceCode.user_code].join(' ')
  byId('code').replaceChildren(...letters, spelledCode)
  byId('address').textContent = deviceCode.verification_uri.replace(/^https?:\/\//, '')
  await showQrCode(deviceCode.verification_uri_complete)
  for (const id of ['linking', 'new-code']) show(id, true)
  showState(texts.waiting, true)
}

/** Polls until the code was entered. Returns the viewer, or null if a new code is needed. */
async function waitUntilLinked(deviceCode) {
  let interval = deviceCode.interval
  while ((await pause(interval)) === 'time') {
    try {
      const token = await requestApi('/auth/device-token', { device_code: deviceCode.device_code })
      apiKey = token.api_key
      return token.user
    } catch (apiError) {
      if (apiError.error === 'slow_down') interval += SLOW_DOWN_SECONDS
      else if (apiError.error === 'expired_token') return null
      else if (apiError.error !== 'authorization_pending') throw apiError
    }
  }
  return null
}

function createCard(event) {
  const item = document.createElement('li')
  item.className = 'event'
  const picture = document.createElement('div')
  picture.className = 'picture'
  const sides = [...event.participants].sort((one, other) => one.is_home - other.is_home)
  for (const [side, property] of [[sides[0], '--away'], [sides[1], '--home']]) {
    if (!side) continue
    picture.style.setProperty(property, side.color)
    picture.append(Object.assign(document.createElement('span'), { textContent: side.short_name }))
  }
  const poster = event.images?.poster ?? event.images?.card
  if (poster) picture.append(Object.assign(document.createElement('img'), { src: poster, alt: '' }))
  picture.append(createBadge(event))
  item.append(picture, Object.assign(document.createElement('strong'), { textContent: event.name }))
  return item
}

function createBadge(event) {
  const isOnAir = event.live_state === 'on_air'
  return Object.assign(document.createElement('span'), {
    className: isOnAir ? 'badge' : 'badge badge--away',
    textContent: isOnAir ? texts.live : texts.interrupted,
  })
}

async function showEvents() {
  const events = await requestApi('/events?stream_status=live&on_air=true')
  byId('events').replaceChildren(...events.map(createCard))
  show('nothing', events.length === 0)
}

/** Shows live events until the TV is logged out, here or from another device. */
async function showLiveEvents(user) {
  byId('greeting').textContent = texts.linked.replace('{name}', user.first_name)
  for (const id of ['watching', 'log-out']) show(id, true)
  showState('')
  byId('greeting').focus()
  try {
    do await showEvents()
    while ((await pause(REFRESH_SECONDS)) === 'time')
    await requestApi('/auth/logout', {})
  } catch (apiError) {
    if (![401, 403].includes(apiError.status)) throw apiError
  } finally {
    apiKey = ''
  }
}

function hideAll() {
  for (const id of ['linking', 'watching', 'new-code', 'log-out']) show(id, false)
}

/** Links the TV with a new code, and shows live events until it is logged out. */
async function runSession() {
  hideAll()
  if (!apiKey) await fetchApiKey()
  const deviceCode = await requestApi('/auth/device-code', {})
  await showCode(deviceCode)
  const user = await waitUntilLinked(deviceCode)
  hideAll()
  if (user) await showLiveEvents(user)
}

async function run() {
  for (;;) {
    try {
      await runSession()
    } catch {
      hideAll()
      apiKey = ''
      showState(texts.fault, true)
      await pause(RETRY_SECONDS)
    }
  }
}

byId('new-code').addEventListener('click', () => endPause('button'))
byId('log-out').addEventListener('click', () => endPause('button'))
byId('full-screen').addEventListener('click', () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
)
run()
