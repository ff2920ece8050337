import type { Api } from '@/shared/http/session'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { ChannelStore } from '../ChannelStore'

interface LastVisit {
  path: string
  query: string
  title?: string
}

/** Where somebody was before they had to log in: the page that the app remembers as the last visited (§2). */
export class ReturnPath {
  constructor(private readonly storage: Pick<BrowserStorage, 'get'>) {}

  /** The address; home where nothing is remembered. */
  get to(): string {
    const { last } = this
    return last ? last.path + last.query : '/'
  }

  /** What that page is called; null for the home page, which is no goal, and where the name is not known. */
  get title(): string | null {
    const { last } = this
    return last && last.path !== '/' ? (last.title ?? null) : null
  }

  private get last(): LastVisit | null {
    return this.storage.get('last_visited')
  }
}

export const returnPath = (_api: Api, { shell }: ChannelStore) => new ReturnPath(shell.storage)
