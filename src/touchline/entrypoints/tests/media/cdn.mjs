// Runs the page's worker over addresses that the test signed: reads them as JSON, prints what became of each.
import { readFileSync } from 'node:fs'

const { worker, key, cases } = JSON.parse(readFileSync(0, 'utf8'))
const { default: edge } = await import(worker)
const kept = new Map()
let asked = []
globalThis.caches = {
  default: {
    match: async request => kept.get(request.url)?.clone(),
    put: async (request, answer) => void kept.set(request.url, answer.clone())
  }
}
globalThis.fetch = async request => {
  asked.push(request.headers.get('range') ?? 'whole')
  return new Response('bytes', { headers: { 'Cache-Control': 'private', ETag: '"1"' } })
}
const told = []
for (const { path, method = 'GET', headers = {} } of cases) {
  asked = []
  const request = new Request(`https://watch.example.org${path}`, { method, headers })
  const answer = await edge.fetch(request, { MEDIA_KEY: key, COUNTRY: 'X-Country' }, {})
  told.push({ status: answer.status, caching: answer.headers.get('cache-control'), asked, kept: [...kept.keys()] })
}
console.log(JSON.stringify(told))
