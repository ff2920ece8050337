// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Package } from '@/shared/shell'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ClipsProvider } from '../context'
import { aClippableEvent, anEventFile, createClipsStore } from '../fakes'
import { DownloadButton } from './DownloadButton'
import { ClipActions } from './slots'

afterEach(cleanup)

const LOCKED_EVENT = [{ id: 1 }] as unknown as readonly Package[]
const VISITOR = { id: null, email: null, capabilities: [] }

function renderSlot(viewer: object, { packages = LOCKED_EVENT, changes = {} } = {}) {
  const clips = createClipsStore(new FakeServer(), { viewer, channel: { packages } })
  renderPage(
    <ClipsProvider store={clips}>
      <ClipActions event={aClippableEvent(12, changes)} player={() => null} />
    </ClipsProvider>,
  )
  const shown = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')]
  return shown.map(each => [each.textContent, each.getAttribute('href')])
}

it('offers the clip editor and the download if the pass allows them', () => {
  expect(renderSlot({})).toEqual([
    ['Clip this', null],
    ['Download', null],
  ])
})

it('links a visitor to log-in', () => {
  expect(renderSlot(VISITOR)).toEqual([['Log in to create clips', '/login']])
})

it('links a viewer to the passes that unlock the missing features', () => {
  expect(renderSlot({ capabilities: ['watch'] })).toEqual([['Get a pass to clip and download', '/packages']])
  cleanup()
  expect(renderSlot({ capabilities: ['watch', 'download'] })).toEqual([
    ['Get a pass to clip', '/packages'],
    ['Download', null],
  ])
})

it('offers nothing if no pass is sold or no video is available', () => {
  expect(renderSlot(VISITOR, { packages: [] })).toEqual([])
  expect(renderSlot({}, { changes: { media: [] } })).toEqual([])
  expect(renderSlot(VISITOR, { changes: { has_access: false } })).toEqual([])
})

it('shows once why a download failed, even if the page opens again', async () => {
  const failed = anEventFile({ state: 'failed', failure_message: 'No room', url: null })
  const clips = createClipsStore(new FakeServer().on('/api/download-event/12', { json: { data: failed } }))
  const { toasts } = clips.shell
  const page = () =>
    renderPage(
      <ClipsProvider store={clips}>
        <DownloadButton eventId={12} />
      </ClipsProvider>,
    )
  page()
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(toasts.toasts.map(({ text }) => text)).toEqual(['No room']))
  cleanup()
  toasts.close(toasts.toasts[0]?.id ?? 0)
  page()
  expect(toasts.toasts).toEqual([])
})
