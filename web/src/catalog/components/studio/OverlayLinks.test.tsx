// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import { OverlayLinks } from './OverlayLinks'

it('the studio shows both addresses of an event, and copies them', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const server = new FakeServer()
  const links = {
    overlay_url: 'http://site/overlay/7?token=1.a',
    scoreboard_url: 'http://site/scoreboard/7?token=1.a',
    expires_at: '2026-11-23T19:00:00Z',
  }
  server.on('/api/studio/events/7/overlay', { json: { data: links } })
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <OverlayLinks eventId={7} />
    </CatalogProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Copy Overlay' }))
  expect(writeText).toHaveBeenCalledWith(links.overlay_url)
  expect(screen.getByRole('link', { name: links.scoreboard_url })).toBeDefined()
})
