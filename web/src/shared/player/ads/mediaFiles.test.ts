import { expect, test } from 'vitest'
import { type MediaFile, nearestFile } from './mediaFiles'

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
const always = () => true
const stage = (height: number) => ({ width: (height * 16) / 9, height })

test('the film nearest to the size of the player is taken', () => {
  expect(nearestFile(heights, stage(220), always)?.height).toBe(360)
  expect(nearestFile(heights, stage(700), always)?.height).toBe(720)
  expect(nearestFile(heights, stage(2160), always)?.height).toBe(1080)
})

test('of two alike the lighter one is taken, and one that says its size before one that does not', () => {
  const [heavy, light, unsaid] = [file({ bitrate: 3000 }), file({ bitrate: 800 }), file({ height: 0 })]
  expect(nearestFile([unsaid, heavy, light], stage(720), always)).toBe(light)
})

test('what no browser plays as a film is passed over: programs, playlists, streams, other types', () => {
  const none = [
    file({ apiFramework: 'VPAID' }),
    file({ mimeType: 'application/x-mpegURL' }),
    file({ deliveryType: 'streaming' }),
    file({ mimeType: 'video/x-flv' }),
    file({ mimeType: null }),
    file({ fileURL: null }),
  ]
  expect(nearestFile(none, stage(720), always)).toBeNull()
})

test('this browser is asked with the codec where the tag names one', () => {
  const asked: string[] = []
  nearestFile([file({ codec: 'hev1' }), file({ mimeType: 'video/webm' })], stage(720), type => {
    asked.push(type)
    return false
  })
  expect(asked).toEqual(['video/mp4; codecs="hev1"', 'video/webm'])
})
