import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import type { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import type { Circumstances } from '@/shared/testing/shell'
import { ClipsProvider } from '../context'
import { aClips } from '../fakes'
import ClipEditor from '../screens/ClipEditor'
import ClipWatch from '../screens/ClipWatch'
import ProfileClips from '../screens/ProfileClips'
import SharedClip from '../screens/SharedClip'
import SharedEmbed from '../screens/SharedEmbed'
import type { ClipsStore } from '../store'

export const one = (data: unknown) => ({ json: { data } })
export const many = (...data: unknown[]) => ({
  json: { data, meta: { total: data.length, limit: 20, offset: 0 } },
})
export const problem = (status: number, message = '') => ({ status, json: { status, message } })

function Here() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** Opens an address of the pages with clips, before a server; answers their store. */
export function openPage(server: FakeServer, address: string, circumstances?: Circumstances): ClipsStore {
  const clips = aClips(server, circumstances)
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
      <Here />
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
  show(shielded(pages), address)
}

/** Where the viewer is. */
export const address = () => screen.getByLabelText('address').textContent
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** What the server was asked to change. */
export const sent = (server: FakeServer) =>
  server.asked.filter(({ method }) => method !== 'GET').map(({ path }) => path)
