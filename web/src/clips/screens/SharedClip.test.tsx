// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { aClip, createClipsStore } from '../fakes'
import { showPage } from '../testing/page'

vi.mock('@/shared/player', () => ({ Player: () => null }))

let navigate: NavigateFunction
/** The URL and the clip of every render of the page. */
let renderedPlayers: string[]

function OtherSlot() {
  navigate = useNavigate()
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    renderedPlayers.push(`${pathname}: ${document.querySelector('h1')?.textContent ?? ''}`)
  })
  return null
}

beforeEach(() => {
  renderedPlayers = []
})
afterEach(cleanup)

it.each([
  ['share', 'a page', ''],
  ['share_embed', 'a player alone', 'Loading'],
])('At /%s, as %s, a shared clip never appears at the URL of another clip', async (path, _, waiting) => {
  const server = new FakeServer()
    .on('/api/shared-clip/7', itemResponse(aClip(7, { is_own: false })))
    .on('/api/shared-clip/8', itemResponse(aClip(8, { is_own: false })))
  showPage(createClipsStore(server), `/${path}/7/uuid-7`, pages => (
    <>
      {pages}
      <OtherSlot />
    </>
  ))
  await screen.findByRole('heading', { level: 1, name: /^Clip 7/ })
  await act(async () => void navigate(`/${path}/8/uuid-8`))
  await screen.findByRole('heading', { level: 1, name: /^Clip 8/ })
  expect(renderedPlayers.filter(entry => entry.startsWith(`/${path}/8`))).toEqual([
    `/${path}/8/uuid-8: ${waiting}`,
  ])
})

it.each([
  ['a shared clip', '/share/7/uuid-7'],
  ['an embedded clip', '/share_embed/7/uuid-7'],
  ['the page of a clip', '/watch_library/7'],
])('%s of a game with a hidden score shows its name only after a press', async (_, address) => {
  const clip = aClip(7, { name: 'Timber win it in OT', is_own: false })
  const server = new FakeServer()
    .on('/api/shared-clip/7', itemResponse(clip))
    .on('/api/clip/7', itemResponse(clip))
  const reveal = vi.fn()
  showPage(createClipsStore(server), address, pages => (
    <SpoilerContext value={{ isEnabled: true, isHidden: id => id === 12, reveal }}>{pages}</SpoilerContext>
  ))
  await screen.findByText('This clip may reveal the score')
  expect(document.title).toContain('Clip from Harlan Falls @ Cedar Ridge')
  expect(document.title + document.body.innerHTML).not.toContain('Timber win')
  fireEvent.click(screen.getByRole('button', { name: 'Show clip' }))
  expect(reveal).toHaveBeenCalledWith(12)
})
