import type { BrowserStorage } from '@/shared/storage/storage'

export interface Visit {
  path: string
  /** `?school=cedar-ridge`, or empty. */
  query: string
  params: Readonly<Record<string, string | undefined>>
  /** What the page calls itself, once it has said so. */
  title?: string
}

/**
 * The last visited page, its query and params, and the page before it (§2), so that a viewer can
 * return after log-in. Auth and error pages are not remembered.
 */
export class LastVisited {
  private named: Pick<Visit, 'path' | 'title'> | null = null

  constructor(private readonly storage: BrowserStorage) {}

  get last(): Visit | null {
    return this.storage.get('last_visited')
  }

  get previous(): Visit | null {
    return this.storage.get('previous_visited')
  }

  /**
   * Remembers where somebody is. A device's code is kept only while they log in for it (`wanted`): what
   * stays in the browser for long holds no secret.
   */
  record(visit: Visit, wanted = false): void {
    const { last } = this
    const open = withoutCode(visit)
    const kept = wanted ? visit : open
    if (last && last.path === kept.path && last.query === kept.query) return
    const before = last && withoutCode(last)
    if (before && (before.path !== open.path || before.query !== open.query)) {
      this.storage.set('previous_visited', before)
    }
    const title = this.named?.path === visit.path ? this.named.title : undefined
    this.storage.set('last_visited', { ...kept, title })
  }

  /** What the page at a path is called; a page may say so before it is recorded, or long after. */
  name(path: string, title: string): void {
    const { last } = this
    this.named = { path, title }
    if (last?.path === path) this.storage.set('last_visited', { ...last, title })
  }
}

function withoutCode(visit: Visit): Visit {
  const query = new URLSearchParams(visit.query)
  if (!query.has('code')) return visit
  query.delete('code')
  return { ...visit, query: query.size > 0 ? `?${query}` : '' }
}
