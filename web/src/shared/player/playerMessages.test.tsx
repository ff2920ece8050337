// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PlaybackEventContext } from '@/shared/contexts/playbackEvents'
import { renderPage } from '@/shared/testing/page'
import type { MountOptions } from './mount'
import { Player } from './Player'

let options: MountOptions
let hasPlyr = false
const setAudioOnly = vi.hoisted(() => vi.fn())
vi.mock('./mount', () => ({
  mount: (host: HTMLElement, given: MountOptions) => {
    options = given
    if (hasPlyr) host.append(Object.assign(document.createElement('div'), { className: 'plyr' }))
    const destroy = () => host.replaceChildren()
    return { retry: () => undefined, setTheater: () => undefined, setAudioOnly, destroy }
  },
}))

afterEach(() => {
  cleanup()
  hasPlyr = false
})

const CONTENT = { type: 'event', id: 12 } as const
const emitFault = vi.fn()

/** Render a player that shows its first frame. */
async function renderPlayer() {
  renderPage(
    <PlaybackEventContext value={emitFault}>
      <Player
        id="event-12"
        source={{ url: '/a/master.m3u8', expiresAt: null }}
        title="Timber @ Tide"
        content={CONTENT}
        storageKey="test"
        renewSource={async () => null}
      />
    </PlaybackEventContext>,
  )
  await act(async () => undefined)
  act(() => options.events.ready({} as never))
}

test.each([
  ['viewer', 'Your connection is slow'],
  ['delivery', 'Our service is slow right now'],
  ['source', 'Stream interrupted'],
] as const)('a stall caused by the %s shows a message until playback continues', async (source, title) => {
  await renderPlayer()
  act(() => options.events.stalled(source, false))
  expect(screen.getByRole('status').textContent).toContain(title)
  act(() => options.events.stalled(null, false))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a stall without a known cause names no cause', async () => {
  await renderPlayer()
  act(() => options.events.stalled('unknown', true))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a live stream that stops on a slow line is not called interrupted', async () => {
  await renderPlayer()
  act(() => options.events.stalled('viewer', true))
  act(() => options.events.interrupted(true))
  expect(screen.getByRole('status').textContent).toContain('Your connection is slow')
  act(() => options.events.stalled('source', true))
  expect(screen.getByRole('status').textContent).toContain('Stream interrupted')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a viewer with a slow line can go on with the audio only', async () => {
  await renderPlayer()
  act(() => options.events.stalled('delivery', true))
  expect(screen.queryByRole('button')).toBeNull()
  act(() => options.events.stalled('viewer', false))
  expect(screen.queryByRole('button')).toBeNull()
  act(() => options.events.stalled('viewer', true))
  const button = screen.getByRole('button', { name: 'Continue with audio only' })
  // The notice itself lets presses through to the controls.
  expect(button.closest('.picture-layer__action')).not.toBeNull()
  button.click()
  expect(setAudioOnly).toHaveBeenCalledWith(true)
})

test.each([
  ['viewer', 'Your connection is too slow'],
  ['delivery', 'Our service is having trouble'],
  ['source', 'We’re not receiving video'],
  ['unknown', 'Your connection may be slow, or our service may be having trouble'],
] as const)('a failure caused by the %s shows its own message', async (source, text) => {
  await renderPlayer()
  act(() => options.events.failed('unreachable', source))
  expect(screen.getByRole('alert').textContent).toContain(text)
})

test('the content is tracked under its name', async () => {
  await renderPlayer()
  expect([options.content, options.emit]).toEqual([CONTENT, emitFault])
})

test('messages are inside the element that goes full screen', async () => {
  hasPlyr = true
  await renderPlayer()
  act(() => options.events.stalled('viewer', true))
  expect(screen.getByRole('status').closest('.plyr')).not.toBeNull()
  act(() => options.events.stalled(null, true))
  act(() => options.events.audioOnly(true))
  expect(screen.getByRole('status').closest('.plyr')).not.toBeNull()
  act(() => options.events.failed('unreachable', 'viewer'))
  expect(screen.getByRole('alert').closest('.plyr')).not.toBeNull()
})

test('a message that is shown before the controls disappears with its video', async () => {
  let show: (id: string) => void = () => undefined
  const Page = () => {
    const [id, setId] = useState('one')
    show = setId
    return (
      <Player
        id={id}
        source={{ url: '/a/master.m3u8', expiresAt: null }}
        title="Timber @ Tide"
        storageKey="test"
        renewSource={async () => null}
      />
    )
  }
  renderPage(<Page />)
  await act(async () => undefined)
  act(() => options.events.failed('denied', 'unknown'))
  expect(screen.getByRole('alert')).toBeTruthy()
  await act(async () => show('two'))
  expect(screen.queryByRole('alert')).toBeNull()
})
