// What nginx does with an address below /media/: the same check as `SignedPaths.admit` in signed_paths.py, by njs.
// `touchline`, an object with the key, is loaded by `js_preload_object`; see nginx_media.py.

import crypto from 'crypto'

const ADDRESS = /^\/media\/([^/?]+)\/([^?]+)/
const TOKEN = /^([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.((d|f|s[1-9][0-9]{0,11})(-[A-Z]{2})?)\.([A-Za-z0-9_-]{43})$/
// No name that we give begins with a dot or needs an escape, so what is not plain is nothing of ours.
const PLAIN = /^(?:assets|live|clips|downloads)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){2,}$/
const UNTIL_DELETED = /^(?:clips|downloads)\//
const TO_TAKE_AWAY = /^(?:clips\/[^/]+\/file|downloads\/[^/]+)\/[^/]+$/
const LIVE_PLAYLIST = /^live\/.*\.m3u8$/

const ASK = '/-media/app'
const REFUSED = '/-media/refused'

function opened(path, scope) {
    if (scope === 'f') {
        return path
    }
    const parts = path.split('/')
    return parts.slice(0, parts[0] === 'clips' ? 3 : 2).join('/') + '/'
}

function alike(one, other) {
    // In constant time: how long it takes tells nobody how much of it was right.
    let differ = one.length ^ other.length
    for (let i = 0; i < one.length; i++) {
        differ |= one.charCodeAt(i) ^ other.charCodeAt(i)
    }
    return differ === 0
}

/** Where the request goes on: to the file, to the app, or to a refusal. */
function opens(r) {
    if (r.method !== 'GET' && r.method !== 'HEAD') {
        return ASK
    }
    const address = ADDRESS.exec(r.variables.request_uri)
    const token = address && PLAIN.test(address[2]) && TOKEN.exec(address[1])
    if (!token) {
        return REFUSED
    }
    const path = address[2]
    const kind = token[4][0]
    const text = token[3] + '\n' + token[1] + '\n' + token[2] + '\n' + opened(path, kind)
    const key = Buffer.from(touchline.key, 'hex')
    if (!alike(crypto.createHmac('sha256', key).update(text).digest('base64url'), token[6])) {
        return REFUSED
    }
    if (token[2] === '0' && kind !== 'f') {
        return REFUSED
    }
    const left = Number(token[1]) - Math.floor(Date.now() / 1000)
    if (left <= 0) {
        return '/-media/expired'
    }
    if (kind === 's' || token[5] || TO_TAKE_AWAY.test(path)) {
        return ASK
    }
    if (token[2] !== '0') {
        r.variables.touchline_session = token[2]
    }
    if (LIVE_PLAYLIST.test(path)) {
        r.variables.touchline_caching = 'private, no-cache'
        return '/-media/anew/' + path
    }
    r.variables.touchline_caching = UNTIL_DELETED.test(path)
        ? 'private, no-cache'
        : (token[2] === '0' ? 'public' : 'private') + ', max-age=' + left + ', immutable'
    return '/-media/kept/' + path
}

const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SIGNED = 'host;x-amz-content-sha256;x-amz-date'

function hmac(key, text) {
    return crypto.createHmac('sha256', key).update(text).digest()
}

/** `Authorization` for an object of the store (AWS Signature Version 4); it sets the date that goes with it. */
function signs(r) {
    const store = touchline.store
    const when = new Date().toISOString().replace(/[-:]|\.[0-9]+/g, '')
    const day = when.slice(0, 8)
    const scope = day + '/' + store.region + '/s3/aws4_request'
    const asked = [
        r.method,
        store.root + r.uri.replace(/^\/-media\/[a-z]+\//, ''),
        '',
        'host:' + store.host,
        'x-amz-content-sha256:' + NOTHING,
        'x-amz-date:' + when,
        '',
        SIGNED,
        NOTHING
    ].join('\n')
    const digest = crypto.createHash('sha256').update(asked).digest('hex')
    const key = [day, store.region, 's3', 'aws4_request'].reduce(hmac, 'AWS4' + store.secret)
    const text = ['AWS4-HMAC-SHA256', when, scope, digest].join('\n')
    const mac = crypto.createHmac('sha256', key).update(text).digest('hex')
    r.variables.touchline_store_date = when
    const told = ['Credential=' + store.access + '/' + scope, 'SignedHeaders=' + SIGNED, 'Signature=' + mac]
    return 'AWS4-HMAC-SHA256 ' + told.join(', ')
}

export default { opens, signs }
