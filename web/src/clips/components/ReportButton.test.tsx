// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, renderPage } from '@/shared/testing/page'
import { ClipsProvider } from '../context'
import { aClip, createClipsStore } from '../fakes'
import { clipTitle } from '../model'
import { showPage } from '../testing/page'
import { ClipsRail } from './ClipsRail'

vi.mock('@/shared/player', () => ({ Player: () => null }))
afterEach(cleanup)

const othersClip = aClip(7, { is_own: false })

function open() {
  const server = new FakeServer()
    .on('/api/shared-clip/7', itemResponse(othersClip))
    .on('/api/clip/7/report', itemResponse({ reported: true }))
  showPage(createClipsStore(server), '/share/7/uuid-7')
  return server
}

it('A visitor of a shared clip chooses a reason and sends a report', async () => {
  const server = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Report' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'It bullies or insults someone' }))
  fireEvent.change(screen.getByLabelText('Anything else? (optional)'), { target: { value: 'At 0:12' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.requests.find(call => call.path === '/api/clip/7/report')
  expect(sent?.body).toMatchObject({ reason: 'bullying', text: 'At 0:12' })
})

it('An embedded clip has a link that opens its page with the report dialog in another tab', async () => {
  const server = new FakeServer().on('/api/shared-clip/7', itemResponse(othersClip))
  showPage(createClipsStore(server), '/share_embed/7/uuid-7')
  const link = await screen.findByRole('link', { name: 'Report' })
  expect(link.getAttribute('href')).toBe('/share/7/uuid-7?report')
  expect(link.getAttribute('target')).toBe('_blank')
  link.focus()
  expect(document.activeElement).toBe(link)
})

it('An embedded clip without a URL, or of the viewer’s own, has no such link', async () => {
  const server = new FakeServer()
    .on('/api/shared-clip/7', itemResponse(aClip(7, { is_own: true })))
    .on('/api/shared-clip/8', itemResponse(aClip(8, { is_own: false, url: null })))
  showPage(createClipsStore(server), '/share_embed/7/uuid-7')
  await screen.findByRole('heading', { name: clipTitle(aClip(7)) })
  expect(screen.queryByRole('link', { name: 'Report' })).toBeNull()
  cleanup()
  showPage(createClipsStore(server), '/share_embed/8/uuid-8')
  await screen.findByText('You need access to this game to watch this clip')
  expect(screen.queryByRole('link', { name: 'Report' })).toBeNull()
})

it('The page with ?report opens the report dialog at once, and not again after it is closed', async () => {
  const server = new FakeServer()
    .on('/api/shared-clip/7', itemResponse(othersClip))
    .on('/api/clip/7/report', itemResponse({ reported: true }))
  showPage(createClipsStore(server), '/share/7/uuid-7?report')
  fireEvent.click(await screen.findByRole('radio', { name: 'Something else' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.some(call => call.path === '/api/clip/7/report')).toBe(true)
  expect(currentPath()).toBe('/share/7/uuid-7')
})

it('A report without a reason is not sent, and the list shows an error', async () => {
  const server = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Report' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Choose a reason.')).toBeTruthy()
  expect(server.requests.some(call => call.path === '/api/clip/7/report')).toBe(false)
})

it('The owner of a clip cannot report it, and sees that the channel hid it', async () => {
  const server = new FakeServer()
    .on('/api/clip/7', itemResponse(aClip(7, { hidden: true, url: null, share_url: null })))
    .on('/api/clips/event/12', listResponse([]))
  showPage(createClipsStore(server), '/watch_library/7')
  expect(await screen.findByText('Hidden by the channel')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
})

it('Cards in a game’s clip list have a report button, except on the viewer’s own clips', async () => {
  const server = new FakeServer()
    .on(
      '/api/clips/event/12',
      listResponse([aClip(7, { is_own: false, name: 'The save' }), aClip(8, { name: 'Mine' })]),
    )
    .on('/api/clip/7/report', itemResponse({ reported: true }))
  renderPage(
    <ClipsProvider store={createClipsStore(server)}>
      <ClipsRail eventId={12} title="Clips from this game" />
    </ClipsProvider>,
  )
  expect(await screen.findByRole('link', { name: /The save/ })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Report/ })).toHaveLength(1)
  const button = screen.getByRole('button', { name: /^Report: The save, .*@/ })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('radio', { name: 'It’s not from this event' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.requests.find(call => call.path === '/api/clip/7/report')
  expect(sent?.body).toMatchObject({ reason: 'wrong_game' })
})

it('A downloaded clip of another viewer can be reported from the profile', async () => {
  const server = new FakeServer().on('/api/clips/user', listResponse([othersClip]))
  showPage(createClipsStore(server), '/profile/clips?kind=downloads')
  expect(await screen.findByRole('button', { name: 'Report' })).toBeTruthy()
})
