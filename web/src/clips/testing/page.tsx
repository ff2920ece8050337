import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import type { FakeServer } from '@/shared/testing/fakes'
import { LocationDisplay, renderPage } from '@/shared/testing/page'
import type { ShellOptions } from '@/shared/testing/shell'
import type { ClipsStore } from '../ClipsStore'
import { ClipsProvider } from '../context'
import { createClipsStore } from '../fakes'
import ClipEditor from '../screens/ClipEditor'
import ProfileClips from '../screens/ProfileClips'
import SharedClip from '../screens/SharedClip'
import SharedEmbed from '../screens/SharedEmbed'
import ClipWatch from '../screens/WatchClip'

export const problemResponse = (status: number, message = '') => ({ status, json: { status, message } })

/** Open a URL of the pages with clips on a fake server. Return their store. */
export function openPage(server: FakeServer, url: string, options?: ShellOptions): ClipsStore {
  const clips = createClipsStore(server, options)
  showPage(clips, url)
  return clips
}

/** Render the pages with a store. `wrap` adds elements around the pages. */
export function showPage(
  clips: ClipsStore,
  url: string,
  wrap: (pages: ReactNode) => ReactNode = pages => pages,
): void {
  const pages = (
    <ClipsProvider store={clips}>
      <LocationDisplay />
      <Routes>
        <Route path="/watch/:id/clip" element={<ClipEditor />} />
        <Route path="/watch_library/:id" element={<ClipWatch />} />
        <Route path="/share/:id/:uuid" element={<SharedClip />} />
        <Route path="/share_embed/:id/:uuid" element={<SharedEmbed />} />
        <Route path="/profile/clips" element={<ProfileClips />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </ClipsProvider>
  )
  renderPage(wrap(pages), url)
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const fillField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** Return the paths of requests that change data. */
export const mutatingRequests = (server: FakeServer) =>
  server.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)
