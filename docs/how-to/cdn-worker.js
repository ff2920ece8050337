// Check URLs below /media/ at a CDN whose workers are `fetch` handlers.
// `env.MEDIA_KEY` is the key of signed media URLs in hex. `env.COUNTRY` is the header with the visitor's country.
// The worker passes all other requests to the origin, which also checks the URL.

const TOKEN = /^([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.(([adf]|s[1-9][0-9]{0,11}a?)(?:-([A-Z]{2}))?(?:~[0-9a-f]{8})?)\.([A-Za-z0-9_-]{43})$/
const MEDIA_PATH = /^(?:assets|live|clips|downloads)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){2,}$/
const UNCACHED = /^(?:clips|downloads)\/|^live\/.*\.m3u8$/
const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** Return the file of a signed URL and its remaining lifetime in seconds, or null if the URL is invalid. */
export async function findFile(pathname, key, now, country) {
  const [, root, token, ...parts] = pathname.split('/')
  const path = parts.join('/')
  const match = root === 'media' && MEDIA_PATH.test(path) && TOKEN.exec(token)
  if (!match) return null
  const [, expiry, session, scope, kind, region, mac] = match
  if (session === '0' && kind !== 'f') return null
  const folder = parts.slice(0, parts[0] === 'clips' ? 3 : 2).join('/') + '/'
  const signedText = [scope, expiry, session, kind === 'f' ? path : folder].join('\n')
  const macBytes = Uint8Array.from(atob(mac.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
  if (!(await crypto.subtle.verify('HMAC', key, macBytes, new TextEncoder().encode(signedText)))) return null
  const secondsLeft = Number(expiry) - Math.floor(now / 1000)
  if (secondsLeft <= 0 || (region && region !== (country || 'ZZ'))) return null
  return { path, secondsLeft, isPublic: session === '0', isPartial: kind.startsWith('s') || kind === 'a' }
}

function importKey(hex) {
  const bytes = Uint8Array.from(hex.match(/../g), byte => parseInt(byte, 16))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/media/') || !['GET', 'HEAD'].includes(request.method)) return fetch(request)
    const country = request.headers.get(env.COUNTRY ?? 'CF-IPCountry')
    const file = await findFile(pathname, await importKey(env.MEDIA_KEY), Date.now(), country)
    if (!file) {
      const problem = { type: 'urn:touchline:errors.media_token', title: 'Forbidden', status: 403 }
      const headers = { ...CORS_HEADERS, 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' }
      return new Response(JSON.stringify(problem), { status: 403, headers })
    }
    // Live playlists grow, clips can be deleted, simulated streams depend on the time, and audio is selected. The origin
    // answers each time.
    if (file.isPartial || UNCACHED.test(file.path)) return fetch(request)

    // All visitors share one cached copy: the whole file under its path without the token. Ranges are cut from it.
    const cacheKey = new Request(`https://media.invalid/${file.path}`, { headers: request.headers })
    let cached = await caches.default.match(cacheKey)
    if (!cached) {
      const whole = await fetch(new Request(request.url, { headers: { Host: new URL(request.url).host } }))
      if (whole.status !== 200) return whole
      const copy = new Response(whole.body, whole)
      copy.headers.set('Cache-Control', 'public, max-age=86400')
      await caches.default.put(new Request(cacheKey.url), copy)
      cached = (await caches.default.match(cacheKey)) ?? (await fetch(request))
    }
    const response = new Response(cached.body, cached)
    const visibility = file.isPublic ? 'public' : 'private'
    response.headers.set('Cache-Control', `${visibility}, max-age=${file.secondsLeft}, immutable`)
    return response
  }
}
