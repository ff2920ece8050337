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

/** Opens an address of the pages with clips, before a server; answers their store. */
export function openPage(server: FakeServer, address: string, circumstances?: ShellOptions): ClipsStore {
  const clips = createClipsStore(server, circumstances)
  showPage(clips, address)
  return clips
}

/** The pages around a store; `shielded` stands around them. */
export function showPage(
  clips: ClipsStore,
  address: string,
  shielded: (pages: ReactNode) => ReactNode = pages => pages,
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
  renderPage(shielded(pages), address)
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const fillField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** What the server was asked to change. */
export const mutatingRequests = (server: FakeServer) =>
  server.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)
