import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { CanceledError } from '@/shared/http/errors'
import { type Page, PaginatedList } from './PaginatedList'

configure({ enforceActions: 'always' })

/** A list on a server with two items per page. Requests wait until `respond` answers them. */
class FakePages {
  readonly offsets: number[] = []
  private readonly open: (() => void)[] = []

  constructor(public items: string[]) {}

  readonly page = (offset: number, signal: AbortSignal) =>
    new Promise<Page<string>>((resolve, reject) => {
      this.offsets.push(offset)
      signal.addEventListener('abort', () => reject(new CanceledError()))
      this.open.push(() => resolve({ items: this.items.slice(offset, offset + 2), total: this.items.length }))
    })

  /** Answer all open requests, and those that follow, until `work` is done. */
  async respond(...work: Promise<void>[]): Promise<void> {
    let done = false
    const finished = Promise.all(work).then(() => {
      done = true
    })
    while (!done) {
      for (const sendResponse of this.open.splice(0)) sendResponse()
      await new Promise(resolve => setTimeout(resolve))
    }
    await finished
  }
}

/** A list of five items with two loaded pages. */
async function twoPages() {
  const fakePages = new FakePages(['a', 'b', 'c', 'd', 'e'])
  const pages = new PaginatedList<string>()
  await fakePages.respond(pages.load(fakePages.page))
  await fakePages.respond(pages.loadMore())
  fakePages.offsets.length = 0
  return { fakePages, pages }
}

const failing = () => Promise.reject(new Error('no'))

describe('a paginated list', () => {
  it('starts with its first page and loads the next', async () => {
    const { pages } = await twoPages()
    expect(pages).toMatchObject({ items: ['a', 'b', 'c', 'd'], total: 5, isLoaded: true, isBusy: false })
  })

  it('appends nothing while another list is loading', async () => {
    const { fakePages, pages } = await twoPages()
    const other = new FakePages(['x', 'y', 'z'])
    const loading = pages.load(other.page)
    await pages.loadMore()
    await other.respond(loading)
    expect(pages.items).toEqual(['x', 'y'])
    expect([...fakePages.offsets, ...other.offsets]).toEqual([0])
  })

  it('drops a page of the previous list', async () => {
    const { fakePages, pages } = await twoPages()
    const more = pages.loadMore()
    const other = new FakePages(['x'])
    await other.respond(pages.load(other.page))
    await fakePages.respond(more)
    expect(pages.items).toEqual(['x'])
  })

  it('is empty after it was cleared', async () => {
    const { fakePages, pages } = await twoPages()
    pages.clear()
    await pages.refresh()
    await pages.loadMore()
    expect(pages).toMatchObject({ items: [], total: 0, isLoaded: false, isBusy: false })
    expect(fakePages.offsets).toEqual([])
  })
})

describe('reloading a list', () => {
  it('requests as many items as are shown, without a busy state', async () => {
    const { fakePages, pages } = await twoPages()
    fakePages.items = ['new', 'a', 'b', 'c', 'd', 'e']
    const refreshing = pages.refresh()
    expect(pages.isBusy).toBe(false)
    await fakePages.respond(refreshing)
    expect(pages).toMatchObject({ items: ['new', 'a', 'b', 'c'], total: 6 })
    expect(fakePages.offsets).toEqual([0, 2])
  })

  it('replaces the list with a shorter one', async () => {
    const { fakePages, pages } = await twoPages()
    fakePages.items = ['a', 'b', 'c']
    await fakePages.respond(pages.refresh())
    expect(pages).toMatchObject({ items: ['a', 'b', 'c'], total: 3 })
  })

  it('does not affect a page that is loading', async () => {
    const { fakePages, pages } = await twoPages()
    const more = pages.loadMore()
    await pages.refresh()
    await fakePages.respond(more)
    expect(pages.items).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(fakePages.offsets).toEqual([4])
  })

  it('is dropped if another page was requested since', async () => {
    const { fakePages, pages } = await twoPages()
    const refreshing = pages.refresh()
    await fakePages.respond(pages.loadMore(), refreshing)
    expect(pages.items).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('that fails keeps the list and shows an error until it succeeds', async () => {
    let isServerUp = true
    const fakePages = new FakePages(['a'])
    const pages = new PaginatedList<string>()
    await fakePages.respond(
      pages.load((offset, signal) => (isServerUp ? fakePages.page(offset, signal) : failing())),
    )
    isServerUp = false
    await pages.refresh()
    expect(pages).toMatchObject({ items: ['a'], error: { message: 'no' } })
    isServerUp = true
    await fakePages.respond(pages.refresh())
    expect(pages.error).toBeNull()
  })

  it('in another language cancels the request in this one', async () => {
    const { fakePages, pages } = await twoPages()
    const more = pages.loadMore()
    fakePages.items = ['A', 'B', 'C', 'D', 'E']
    await fakePages.respond(pages.reload(), more)
    expect(pages.items).toEqual(['A', 'B', 'C', 'D'])
    const other = new FakePages(['x'])
    const loading = pages.load(other.page)
    other.items = ['X']
    await other.respond(pages.reload(), loading)
    expect(pages.items).toEqual(['X'])
    expect(other.offsets).toEqual([0, 0])
  })

  it('loads a list whose first page failed', async () => {
    let isServerUp = false
    const fakePages = new FakePages(['a', 'b', 'c'])
    const pages = new PaginatedList<string>()
    await pages.load((offset, signal) => (isServerUp ? fakePages.page(offset, signal) : failing()))
    expect(pages).toMatchObject({ isLoaded: false, error: { message: 'no' } })
    isServerUp = true
    await fakePages.respond(pages.refresh())
    expect(pages).toMatchObject({ items: ['a', 'b'], error: null })
  })
})
