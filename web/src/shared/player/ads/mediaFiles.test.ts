import { expect, test } from 'vitest'
import { type MediaFile, selectMediaFile } from './mediaFiles'

const file = (changes: Partial<MediaFile>): MediaFile => ({
  fileURL: '/film.mp4',
  mimeType: 'video/mp4',
  deliveryType: 'progressive',
  apiFramework: null,
  codec: null,
  width: 1280,
  height: 720,
  bitrate: 1500,
  ...changes,
})
const heights = [360, 1080, 720].map(height => file({ height }))
const canPlayAll = () => true
const frameSize = (height: number) => ({ width: (height * 16) / 9, height })

test('the file with the size closest to the player is chosen', () => {
  expect(selectMediaFile(heights, frameSize(220), canPlayAll)?.height).toBe(360)
  expect(selectMediaFile(heights, frameSize(700), canPlayAll)?.height).toBe(720)
  expect(selectMediaFile(heights, frameSize(2160), canPlayAll)?.height).toBe(1080)
})

test('of two equal files, the smaller one or the one with a known size is chosen', () => {
  const [heavy, light, unsaid] = [file({ bitrate: 3000 }), file({ bitrate: 800 }), file({ height: 0 })]
  expect(selectMediaFile([unsaid, heavy, light], frameSize(720), canPlayAll)).toBe(light)
})

test('files that browsers cannot play as video are skipped: scripts, playlists, streams, other types', () => {
  const none = [
    file({ apiFramework: 'VPAID' }),
    file({ mimeType: 'application/x-mpegURL' }),
    file({ deliveryType: 'streaming' }),
    file({ mimeType: 'video/x-flv' }),
    file({ mimeType: null }),
    file({ fileURL: null }),
  ]
  expect(selectMediaFile(none, frameSize(720), canPlayAll)).toBeNull()
})

test('the browser is checked for the codec if the tag has one', () => {
  const requested: string[] = []
  selectMediaFile([file({ codec: 'hev1' }), file({ mimeType: 'video/webm' })], frameSize(720), type => {
    requested.push(type)
    return false
  })
  expect(requested).toEqual(['video/mp4; codecs="hev1"', 'video/webm'])
})
