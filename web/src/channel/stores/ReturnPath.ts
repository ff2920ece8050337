import type { Api } from '@/shared/http/session'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { ChannelStore } from '../ChannelStore'

interface LastVisit {
  path: string
  query: string
  title?: string
}

/** The page to return to after login: the last visited page that the app stored (§2). */
export class ReturnPath {
  constructor(private readonly storage: Pick<BrowserStorage, 'get'>) {}

  /** The path and query of the page. The home page if none is stored. */
  get to(): string {
    const { last } = this
    return last ? last.path + last.query : '/'
  }

  /** The title of the page. Null for the home page or if it is unknown. */
  get title(): string | null {
    const { last } = this
    return last && last.path !== '/' ? (last.title ?? null) : null
  }

  private get last(): LastVisit | null {
    return this.storage.get('last_visited')
  }
}

export const returnPath = (_api: Api, { shell }: ChannelStore) => new ReturnPath(shell.storage)
