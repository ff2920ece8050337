// Check URLs below /media/ in nginx (njs), with the same rules as `SignedPaths.admit` in signed_paths.py.
// `js_preload_object` loads the object `touchline`, which contains the key. See nginx_media.py.

import crypto from 'crypto'

// One expression checks the complete URL, because each statement of a script costs time in njs. Names of files and
// folders never start with a dot or need an escape. The base64url of a 32-byte MAC ends in one of 16 characters.
// The groups are: expiry, session, scope, kind of scope, country, MAC, path, and the folder that a folder token opens.
const SIGNED_URL = /^\/media\/([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.(([adf]|s[1-9][0-9]{0,11}a?)(-[A-Z]{2})?(?:~[0-9a-f]{8})?)\.([A-Za-z0-9_-]{42}[048AEIMQUYcgkosw])\/(((?:assets|live|downloads)\/[A-Za-z0-9_-][A-Za-z0-9._-]*\/|clips\/[A-Za-z0-9_-][A-Za-z0-9._-]*\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)?)(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*)(?:\?|$)/
const DOWNLOAD = /^(?:clips\/[^/]+\/file|downloads\/[^/]+)\/[^/]+$/

const ASK = '/-media/app'
const REFUSED = '/-media/refused'

/** Compare two MACs in constant time, so that the duration does not reveal the position of a difference. */
function isSameMac(mac, given) {
    let difference = 0
    for (let i = 0; i < 32; i += 4) {
        difference |= mac.readInt32LE(i) ^ given.readInt32LE(i)
    }
    return difference === 0
}

/** Return the internal location for a request: the file, the app, or an error. */
function opens(r) {
    if (r.method !== 'GET' && r.method !== 'HEAD') {
        return ASK
    }
    const match = SIGNED_URL.exec(r.variables.request_uri)
    if (!match) {
        return REFUSED
    }
    const session = match[2]
    const path = match[7]
    const tokenPath = match[4] === 'f' ? path : match[8]
    const mac = crypto.createHmac('sha256', Buffer.from(touchline.key, 'hex'))
        .update(match[3] + '\n' + match[1] + '\n' + session + '\n' + tokenPath).digest()
    if (!isSameMac(mac, Buffer.from(match[6], 'base64url')) || (session === '0' && match[4] !== 'f')) {
        return REFUSED
    }
    const secondsLeft = Number(match[1]) - Math.floor(Date.now() / 1000)
    if (secondsLeft <= 0) {
        return '/-media/expired'
    }
    if (match[4][0] === 's' || match[4] === 'a' || match[5]) {
        return ASK
    }
    if (!path.startsWith('assets/')) {
        if (DOWNLOAD.test(path)) {
            return ASK
        }
        if (!path.startsWith('live/')) {
            return fileLocation(r, 'kept', path, tokenPath, 'private, no-cache')
        }
        if (path.endsWith('.m3u8')) {
            return fileLocation(r, 'anew', path, tokenPath, 'private, no-cache')
        }
    }
    const visibility = session === '0' ? 'public' : 'private'
    return fileLocation(r, 'kept', path, tokenPath, visibility + ', max-age=' + secondsLeft + ', immutable')
}

/** Return the internal location of a file, and set the variables of the request that nginx needs. */
function fileLocation(r, location, path, tokenPath, cacheControl) {
    const token = r.variables.request_uri.split('/')[2]
    if (token.split('.')[1] !== '0') {
        // The query to the app, and the key of its cached response: this token for this folder or file.
        r.variables.touchline_asked = token + ' ' + tokenPath
    }
    r.variables.touchline_caching = cacheControl
    return '/-media/' + location + '/' + path
}

// The SHA-256 of an empty body.
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SIGNED_HEADERS = 'host;x-amz-content-sha256;x-amz-date'

function hmac(key, text) {
    return crypto.createHmac('sha256', key).update(text).digest()
}

/** Return the `Authorization` header for an object of the store (AWS Signature Version 4). Set the date it signs. */
function signs(r) {
    const store = touchline.store
    const timestamp = new Date().toISOString().replace(/[-:]|\.[0-9]+/g, '')
    const day = timestamp.slice(0, 8)
    const scope = day + '/' + store.region + '/s3/aws4_request'
    const canonicalRequest = [
        r.method,
        store.root + r.uri.replace(/^\/-media\/[a-z]+\//, ''),
        '',
        'host:' + store.host,
        'x-amz-content-sha256:' + EMPTY_HASH,
        'x-amz-date:' + timestamp,
        '',
        SIGNED_HEADERS,
        EMPTY_HASH
    ].join('\n')
    const digest = crypto.createHash('sha256').update(canonicalRequest).digest('hex')
    const key = [day, store.region, 's3', 'aws4_request'].reduce(hmac, 'AWS4' + store.secret)
    const stringToSign = ['AWS4-HMAC-SHA256', timestamp, scope, digest].join('\n')
    const signature = crypto.createHmac('sha256', key).update(stringToSign).digest('hex')
    r.variables.touchline_store_date = timestamp
    const parts = [
        'Credential=' + store.access + '/' + scope,
        'SignedHeaders=' + SIGNED_HEADERS,
        'Signature=' + signature
    ]
    return 'AWS4-HMAC-SHA256 ' + parts.join(', ')
}

export default { opens, signs }
