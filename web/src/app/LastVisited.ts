import type { BrowserStorage } from '@/shared/storage/storage'

export interface Visit {
  path: string
  /** `?school=cedar-ridge`, or empty. */
  query: string
  params: Readonly<Record<string, string | undefined>>
}

/**
 * The last visited page, its query and params, and the page before it (§2), so that a viewer can
 * return after log-in. Auth and error pages are not remembered.
 */
export class LastVisited {
  constructor(private readonly storage: BrowserStorage) {}

  get last(): Visit | null {
    return this.storage.get('last_visited')
  }

  get previous(): Visit | null {
    return this.storage.get('previous_visited')
  }

  record(visit: Visit): void {
    const { last } = this
    if (last && last.path === visit.path && last.query === visit.query) return
    if (last) this.storage.set('previous_visited', last)
    this.storage.set('last_visited', visit)
  }
}
