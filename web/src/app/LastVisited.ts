import { BrowserStorage } from '@/shared/storage/BrowserStorage'

export interface Visit {
  path: string
  /** `?school=cedar-ridge`, or empty. */
  query: string
  params: Readonly<Record<string, string | undefined>>
  /** The page's title, when it is known. */
  title?: string
}

/**
 * The last visited page with its query and params, and the page before it (§2). Viewers return to it after login.
 * Login and error pages are not recorded.
 *
 * Each tab has its own record. The browser stores the record of the visible tab. A viewer may read the terms in
 * another tab while registering, and still returns to the right page. A new tab, such as one opened from an email,
 * uses the browser's record.
 */
export class LastVisited {
  private pageTitle: Pick<Visit, 'path' | 'title'> | null = null

  /** `tab` stores this tab's record. The default lasts until the page closes. */
  constructor(
    private readonly storage: BrowserStorage,
    private readonly tab = new BrowserStorage('', null),
  ) {
    for (const eventName of ['focus', 'visibilitychange'])
      addEventListener(eventName, () => this.shareWithTabs())
    this.shareWithTabs()
  }

  get last(): Visit | null {
    return this.tab.get<Visit>('last_visited') ?? this.storage.get('last_visited')
  }

  get previous(): Visit | null {
    return this.storage.get('previous_visited')
  }

  /**
   * Record a visit. A device code in the query is stored only with `keepCode`, while the viewer logs in to use it.
   * Long-term storage must not contain secrets.
   */
  record(visit: Visit, keepCode = false): void {
    const { last } = this
    const publicVisit = withoutCode(visit)
    const recordedVisit = keepCode ? visit : publicVisit
    if (last && last.path === recordedVisit.path && last.query === recordedVisit.query) {
      // The record may belong to another tab.
      this.save(last)
      return
    }
    const previous = last && withoutCode(last)
    if (previous && (previous.path !== publicVisit.path || previous.query !== publicVisit.query)) {
      this.storage.set('previous_visited', previous)
    }
    const title = this.pageTitle?.path === visit.path ? this.pageTitle.title : undefined
    this.save({ ...recordedVisit, title })
  }

  /** Set the title of a page. A page may report it before or after the visit is recorded. */
  setTitle(path: string, title: string): void {
    const { last } = this
    this.pageTitle = { path, title }
    if (last?.path === path) this.save({ ...last, title })
  }

  private save(visit: Visit): void {
    this.tab.set('last_visited', visit)
    this.shareWithTabs()
  }

  /** Copy the tab's record to the browser's storage, but only in a visible tab. */
  private shareWithTabs(): void {
    const tabVisit = this.tab.get<Visit>('last_visited')
    if (tabVisit && document.visibilityState !== 'hidden') this.storage.set('last_visited', tabVisit)
  }
}

function withoutCode(visit: Visit): Visit {
  const query = new URLSearchParams(visit.query)
  if (!query.has('code')) return visit
  query.delete('code')
  return { ...visit, query: query.size > 0 ? `?${query}` : '' }
}
