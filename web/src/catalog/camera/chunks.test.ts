import { describe, expect, it } from 'vitest'
import { MAX_CHUNK_BYTES, splitData } from './pieces'
import { findRecordingType } from './recordingType'
import { readLevel } from './soundLevel'
import { UploadRate } from './uploadRate'

describe('the upload rate', () => {
  it('is that of the last chunks while they were sent', () => {
    const rate = new UploadRate()
    expect(rate.at(0)).toBeNull()
    rate.add(125_000, 0, 1000)
    expect(rate.at(1000)).toBe(1e6)
    rate.add(125_000, 57_000, 60_000)
    expect(rate.at(60_000)).toBeCloseTo(333_333, -1)
    expect(rate.at(90_000)).toBeNull()
  })

  it('is that of all chunks that were sent at the same time', () => {
    const rate = new UploadRate()
    rate.add(125_000, 0, 2000)
    rate.add(125_000, 500, 1000)
    rate.add(125_000, 1000, 3000)
    expect(rate.at(3000)).toBe(1e6)
  })

  it('forgets the old line after some chunks', () => {
    const rate = new UploadRate()
    for (let at = 0; at < 3; at += 1) rate.add(1_000_000, at, at + 1000)
    for (let at = 0; at < 8; at += 1) rate.add(10_000, 4000 + at * 1000, 5000 + at * 1000)
    expect(rate.at(12_000)).toBe(80_000)
  })
})

describe('the pieces of recorded data', () => {
  it('are small enough for a slow line, in order, and have their share of the time', () => {
    const data = new Uint8Array(2.5 * MAX_CHUNK_BYTES).map((_, index) => index % 251)
    const pieces = splitData(data, 2500)
    expect(pieces.map(piece => piece.data.length)).toEqual([
      MAX_CHUNK_BYTES,
      MAX_CHUNK_BYTES,
      MAX_CHUNK_BYTES / 2,
    ])
    expect(pieces.map(piece => piece.durationMs)).toEqual([1000, 1000, 500])
    expect(pieces.flatMap(piece => [...piece.data])).toEqual([...data])
  })
})

describe('the format of the recording', () => {
  it.each([
    ['Chrome', ['avc1.640028,opus', 'avc1,opus'], 'video/mp4;codecs=avc1.640028,opus'],
    ['Safari', ['avc1.640028,mp4a.40.2', 'avc1.42E01F,mp4a.40.2'], 'video/mp4;codecs=avc1.640028,mp4a.40.2'],
    ['a browser with names only', ['avc1,mp4a.40.2'], 'video/mp4;codecs=avc1,mp4a.40.2'],
    ['a browser with VP8 only', [], null],
  ])('of %s', (_browser, supported, expected) => {
    expect(findRecordingType(type => supported.some(codecs => type.endsWith(`=${codecs}`)))).toBe(expected)
  })
})

describe('the sound level', () => {
  it.each([
    [0, 0],
    [0.001, 0],
    [0.0316, 0.5],
    [1, 1],
    [-1, 1],
  ])('of a peak of %s', (peak, level) => {
    expect(readLevel(new Float32Array([0, peak, 0]))).toBeCloseTo(level, 2)
  })
})
