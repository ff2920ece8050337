import { BrowserStorage } from '@/shared/storage/BrowserStorage'

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
 *
 * Each tab has its own, and the browser keeps that of the tab that is looked at: whoever reads the terms in
 * another tab while they register comes back to the page they registered for. A tab that has been nowhere yet,
 * such as one that a letter opens, goes by the browser's.
 */
export class LastVisited {
  private pageTitle: Pick<Visit, 'path' | 'title'> | null = null

  /** `tab` keeps what is this tab's own; without one it is kept until the page is left. */
  constructor(
    private readonly storage: BrowserStorage,
    private readonly tab = new BrowserStorage('', null),
  ) {
    for (const back of ['focus', 'visibilitychange']) addEventListener(back, () => this.share())
    this.share()
  }

  get last(): Visit | null {
    return this.tab.get<Visit>('last_visited') ?? this.storage.get('last_visited')
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
    if (last && last.path === kept.path && last.query === kept.query) {
      // It may be another tab's so far.
      this.save(last)
      return
    }
    const before = last && withoutCode(last)
    if (before && (before.path !== open.path || before.query !== open.query)) {
      this.storage.set('previous_visited', before)
    }
    const title = this.pageTitle?.path === visit.path ? this.pageTitle.title : undefined
    this.save({ ...kept, title })
  }

  /** What the page at a path is called; a page may say so before it is recorded, or long after. */
  name(path: string, title: string): void {
    const { last } = this
    this.pageTitle = { path, title }
    if (last?.path === path) this.save({ ...last, title })
  }

  private save(visit: Visit): void {
    this.tab.set('last_visited', visit)
    this.share()
  }

  /** A tab in the background waits until somebody looks at it. */
  private share(): void {
    const own = this.tab.get<Visit>('last_visited')
    if (own && document.visibilityState !== 'hidden') this.storage.set('last_visited', own)
  }
}

function withoutCode(visit: Visit): Visit {
  const query = new URLSearchParams(visit.query)
  if (!query.has('code')) return visit
  query.delete('code')
  return { ...visit, query: query.size > 0 ? `?${query}` : '' }
}
