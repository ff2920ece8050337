// What nginx does with an address below /media/: the same check as `SignedPaths.admit` in signed_paths.py, by njs.
// `touchline`, an object with the key, is loaded by `js_preload_object`; see nginx_media.py.

import crypto from 'crypto'

// All of it is looked at at once, because little else here costs as much as a word of script. No name that we give
// begins with a dot or needs an escape; a mac of 32 bytes ends in one of sixteen signs. The groups are: expiry,
// session, scope, its kind, its country, mac, path, and the folder that a token for a folder opens.
const ADDRESS = /^\/media\/([1-9][0-9]{0,11})\.(0|[1-9][0-9]{0,17})\.((d|f|s[1-9][0-9]{0,11})(-[A-Z]{2})?(?:~[0-9a-f]{8})?)\.([A-Za-z0-9_-]{42}[048AEIMQUYcgkosw])\/(((?:assets|live|downloads)\/[A-Za-z0-9_-][A-Za-z0-9._-]*\/|clips\/[A-Za-z0-9_-][A-Za-z0-9._-]*\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)?)(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*)(?:\?|$)/
const TO_TAKE_AWAY = /^(?:clips\/[^/]+\/file|downloads\/[^/]+)\/[^/]+$/

const ASK = '/-media/app'
const REFUSED = '/-media/refused'

function alike(mac, given) {
    // In constant time: how long it takes tells nobody how much of it was right.
    let differ = 0
    for (let i = 0; i < 32; i += 4) {
        differ |= mac.readInt32LE(i) ^ given.readInt32LE(i)
    }
    return differ === 0
}

/** Where the request goes on: to the file, to the app, or to a refusal. */
function opens(r) {
    if (r.method !== 'GET' && r.method !== 'HEAD') {
        return ASK
    }
    const found = ADDRESS.exec(r.variables.request_uri)
    if (!found) {
        return REFUSED
    }
    const session = found[2]
    const path = found[7]
    const opened = found[4] === 'f' ? path : found[8]
    const mac = crypto.createHmac('sha256', Buffer.from(touchline.key, 'hex'))
        .update(found[3] + '\n' + found[1] + '\n' + session + '\n' + opened).digest()
    if (!alike(mac, Buffer.from(found[6], 'base64url')) || (session === '0' && found[4] !== 'f')) {
        return REFUSED
    }
    const left = Number(found[1]) - Math.floor(Date.now() / 1000)
    if (left <= 0) {
        return '/-media/expired'
    }
    if (found[4][0] === 's' || found[5]) {
        return ASK
    }
    if (!path.startsWith('assets/')) {
        if (TO_TAKE_AWAY.test(path)) {
            return ASK
        }
        if (!path.startsWith('live/')) {
            return file(r, 'kept', path, opened, 'private, no-cache')
        }
        if (path.endsWith('.m3u8')) {
            return file(r, 'anew', path, opened, 'private, no-cache')
        }
    }
    const whose = session === '0' ? 'public' : 'private'
    return file(r, 'kept', path, opened, whose + ', max-age=' + left + ', immutable')
}

function file(r, place, path, opened, caching) {
    const token = r.variables.request_uri.split('/')[2]
    if (token.split('.')[1] !== '0') {
        // What the app is asked, and what its answer is kept under: this token for this folder or file.
        r.variables.touchline_asked = token + ' ' + opened
    }
    r.variables.touchline_caching = caching
    return '/-media/' + place + '/' + path
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
