// @vitest-environment jsdom
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { LevelMeter } from './LevelMeter'

class SuspendedAudio {
  state = 'suspended'
  resume = vi.fn(() => {
    this.state = 'running'
    return Promise.resolve()
  })
  close = vi.fn(() => Promise.resolve())
  createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined })
  createMediaStreamSource = () => ({ connect: () => undefined })
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('measures the sound from the first touch if the browser waits for one', () => {
  const context = new SuspendedAudio()
  vi.stubGlobal('AudioContext', function AudioContext() {
    return context
  })
  const stream = { getAudioTracks: () => [{}] } as unknown as MediaStream
  const { unmount } = renderPage(<LevelMeter stream={stream} isMuted={false} />)
  expect(context.state).toBe('suspended')
  fireEvent.pointerDown(document.body)
  expect(context.state).toBe('running')
  fireEvent.pointerDown(document.body)
  expect(context.resume).toHaveBeenCalledOnce()
  unmount()
  expect(context.close).toHaveBeenCalledOnce()
})
