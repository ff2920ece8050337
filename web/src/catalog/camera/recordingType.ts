/** The formats of recordings that the server takes, best first: H.264 in fragmented MP4. */
const TYPES = [
  'video/mp4;codecs=avc1.640028,mp4a.40.2',
  'video/mp4;codecs=avc1.640028,opus',
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/mp4;codecs=avc1.42E01F,opus',
  'video/mp4;codecs=avc1,mp4a.40.2',
  'video/mp4;codecs=avc1,opus',
] as const

/** Return the format in which this browser records; null if it records no H.264. */
export function findRecordingType(isSupported: (type: string) => boolean): string | null {
  return TYPES.find(isSupported) ?? null
}

export const findBrowserRecordingType = (): string | null =>
  typeof MediaRecorder === 'undefined' ? null : findRecordingType(type => MediaRecorder.isTypeSupported(type))
