// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import { type Filters, NO_FILTERS } from '../../filters'
import { ActiveFilters } from './ActiveFilters'
import { FilterControls } from './FilterControls'

const changes: Partial<Filters>[] = []

async function open(gender: string | null) {
  const filters = { ...NO_FILTERS, gender }
  const server = new FakeServer().on('/api/participants', listResponse([]))
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <FilterControls filters={filters} onChange={change => changes.push(change)} />
      <ActiveFilters filters={filters} onChange={() => undefined} onClear={() => undefined} />
    </CatalogProvider>,
  )
  await act(() => new Promise(resolve => setTimeout(resolve)))
}

const choices = () => within(screen.getByRole('group', { name: 'Gender' })).getAllByRole('button')

afterEach(() => {
  cleanup()
  changes.length = 0
})

describe('the gender filter', () => {
  it('has the options M and W, with the accessible names Men and Women', async () => {
    await open(null)
    expect(choices().map(choice => [choice.textContent, choice.getAttribute('aria-label')])).toEqual([
      ['All', null],
      ['M', 'Men'],
      ['W', 'Women'],
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Men' }))
    fireEvent.click(screen.getByRole('button', { name: 'Women' }))
    expect(changes).toEqual([{ gender: 'male' }, { gender: 'female' }])
  })

  it.each([
    ['male', 'Men'],
    ['female', 'Women'],
  ])('%s appears as %s among the active filters, and can be removed', async (gender, word) => {
    await open(gender)
    expect(screen.getByRole('button', { name: `Remove filter ${word}` }).textContent).toBe(word)
  })
})
