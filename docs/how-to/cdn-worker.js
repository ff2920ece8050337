// What a CDN does with an address below /media/, as a worker of those that run `fetch` handlers at their edge.
// `env.MEDIA_KEY` is the key of media links in hex, `env.COUNTRY` the header that names a visitor's country.
// Everything that it does not decide by itself goes on to the origin, which checks once more.

const TOKEN = /^([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.((d|f|s[1-9][0-9]{0,11})(?:-([A-Z]{2}))?(?:~[0-9a-f]{8})?)\.([A-Za-z0-9_-]{43})$/
const PLAIN = /^(?:assets|live|clips|downloads)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){2,}$/
const FRESH = /^(?:clips|downloads)\/|^live\/.*\.m3u8$/
const SHARED = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** What the address opens: `{ path, left }`, with the seconds that it lives; null where it opens nothing. */
export async function opened(pathname, key, now, country) {
  const [, room, token, ...parts] = pathname.split('/')
  const path = parts.join('/')
  const found = room === 'media' && PLAIN.test(path) && TOKEN.exec(token)
  if (!found) return null
  const [, expiry, session, scope, kind, region, mac] = found
  if (session === '0' && kind !== 'f') return null
  const folder = parts.slice(0, parts[0] === 'clips' ? 3 : 2).join('/') + '/'
  const text = [scope, expiry, session, kind === 'f' ? path : folder].join('\n')
  const given = Uint8Array.from(atob(mac.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0))
  if (!(await crypto.subtle.verify('HMAC', key, given, new TextEncoder().encode(text)))) return null
  const left = Number(expiry) - Math.floor(now / 1000)
  if (left <= 0 || (region && region !== (country || 'ZZ'))) return null
  return { path, left, anybody: session === '0', simulated: kind.startsWith('s') }
}

function keyOf(hex) {
  const bytes = Uint8Array.from(hex.match(/../g), each => parseInt(each, 16))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/media/') || !['GET', 'HEAD'].includes(request.method)) return fetch(request)
    const country = request.headers.get(env.COUNTRY ?? 'CF-IPCountry')
    const file = await opened(pathname, await keyOf(env.MEDIA_KEY), Date.now(), country)
    if (!file) {
      const problem = { type: 'urn:touchline:errors.media_token', title: 'Forbidden', status: 403 }
      const headers = { ...SHARED, 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' }
      return new Response(JSON.stringify(problem), { status: 403, headers })
    }
    // What grows, may be deleted or depends on the minute is the origin's to tell, each time.
    if (file.simulated || FRESH.test(file.path)) return fetch(request)

    // One copy for everybody: kept by its path without the token, and whole, so that ranges are cut from it.
    const kept = new Request(`https://media.invalid/${file.path}`, { headers: request.headers })
    let answer = await caches.default.match(kept)
    if (!answer) {
      const whole = await fetch(new Request(request.url, { headers: { Host: new URL(request.url).host } }))
      if (whole.status !== 200) return whole
      const copy = new Response(whole.body, whole)
      copy.headers.set('Cache-Control', 'public, max-age=86400')
      await caches.default.put(new Request(kept.url), copy)
      answer = (await caches.default.match(kept)) ?? (await fetch(request))
    }
    const told = new Response(answer.body, answer)
    const whose = file.anybody ? 'public' : 'private'
    told.headers.set('Cache-Control', `${whose}, max-age=${file.left}, immutable`)
    return told
  }
}
