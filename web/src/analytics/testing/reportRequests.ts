import type { FakeServer } from '@/shared/testing/fakes'

/** What was asked of a report, one query after the other, without who asked. */
export const reportRequests = (server: FakeServer, report: string): Record<string, string>[] =>
  server.requests
    .filter(({ path }) => path === `/api/reports/${report}`)
    .map(({ query: { api_key: _key, lang: _language, ...query } }) => query)
