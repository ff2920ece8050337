// Runs the CDN worker on URLs that the test signed. Reads the requests as JSON and prints a result for each.
import { readFileSync } from 'node:fs'

const { worker, key, cases } = JSON.parse(readFileSync(0, 'utf8'))
const { default: edge } = await import(worker)
const cached = new Map()
let fetches = []
globalThis.caches = {
  default: {
    match: async request => cached.get(request.url)?.clone(),
    put: async (request, response) => void cached.set(request.url, response.clone())
  }
}
globalThis.fetch = async request => {
  fetches.push(request.headers.get('range') ?? 'whole')
  return new Response('bytes', { headers: { 'Cache-Control': 'private', ETag: '"1"' } })
}
const results = []
for (const { path, method = 'GET', headers = {} } of cases) {
  fetches = []
  const request = new Request(`https://watch.example.org${path}`, { method, headers })
  const { status, headers: sent } = await edge.fetch(request, { MEDIA_KEY: key, COUNTRY: 'X-Country' }, {})
  results.push({ status, cacheControl: sent.get('cache-control'), fetches, cached: [...cached.keys()] })
}
console.log(JSON.stringify(results))
