import type { FakeServer } from '@/shared/testing/fakes'

/** Return the queries of all requests for a report, without API key and language. */
export const reportRequests = (server: FakeServer, report: string): Record<string, string>[] =>
  server.requests
    .filter(({ path }) => path === `/api/reports/${report}`)
    .map(({ query: { api_key: _key, lang: _language, ...query } }) => query)
