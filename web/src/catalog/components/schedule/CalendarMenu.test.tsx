// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import { calendarPath } from '../../filters'
import { CalendarMenu } from './CalendarMenu'

const copiedText = vi.fn<(text: string) => Promise<void>>()

async function open() {
  const store = createCatalogStore(new FakeServer())
  renderPage(
    <CatalogProvider store={store}>
      <CalendarMenu filters={{ team: 'goldfield-hockey' }} />
    </CatalogProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /Subscribe/ }))
  await screen.findByRole('menuitem', { name: 'Subscribe in calendar app' })
  return store
}

// Load the lazy chunk first, because its import may exceed the test timeout.
beforeAll(() => import('@/shared/ui/Menu'))
beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copiedText } })
  copiedText.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a filtered calendar', () => {
  it('has an address with its filters and language, without a key', () => {
    expect(calendarPath({ school: 'st brendan', sport: null, category_id: '3' }, 'fr', false)).toBe(
      '/calendar.ics?school=st+brendan&event_category_id=3&lang=fr',
    )
  })

  it('is copied as a full URL', async () => {
    copiedText.mockResolvedValue()
    const { shell } = await open()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy calendar link' }))
    await waitFor(() => expect(shell.toasts.toasts).toHaveLength(1))
    expect(copiedText).toHaveBeenCalledWith(`${location.origin}/calendar.ics?team=goldfield-hockey&lang=en`)
  })

  it('shows its address if it cannot be copied', async () => {
    copiedText.mockRejectedValue(new Error('no'))
    const { shell } = await open()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy calendar link' }))
    await waitFor(() => expect(shell.toasts.toasts[0]?.text).toContain('/calendar.ics?team='))
  })
})
