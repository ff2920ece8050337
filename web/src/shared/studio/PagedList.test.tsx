// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { renderPage } from '@/shared/testing/page'
import { PagedList } from './PagedList'

afterEach(cleanup)

function open(list: PaginatedList<string>, onRetry = () => undefined) {
  renderPage(
    <PagedList list={list} errorTitle="It failed" onRetry={onRetry} empty={<p>Nothing yet</p>}>
      {items => <p>{items.join(', ')}</p>}
    </PagedList>,
  )
}

describe('a list that loads page by page', () => {
  it('shows placeholder lines, then its items, then more of them', async () => {
    const list = new PaginatedList<string>()
    open(list)
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    await list.load(async offset => ({ items: offset ? ['c'] : ['a', 'b'], total: 3 }))
    expect(await screen.findByText('a, b')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('a, b, c')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('says that it is empty', async () => {
    const list = new PaginatedList<string>()
    await list.load(async () => ({ items: [], total: 0 }))
    open(list)
    expect(screen.getByText('Nothing yet')).toBeTruthy()
  })

  it('offers another try after an error', async () => {
    const list = new PaginatedList<string>()
    await list.load(() => Promise.reject(new Error('No')))
    const retry = vi.fn()
    open(list, retry)
    expect(screen.getByText('It failed')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalled()
  })
})
