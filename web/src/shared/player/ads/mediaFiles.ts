import type { FrameSize } from './ad'

/** A film of a VAST answer, as far as choosing needs it. */
export interface MediaFile {
  fileURL: string | null
  mimeType: string | null
  deliveryType: string | null
  /** An interactive ad (VPAID) runs a program of its own; we play films. */
  apiFramework: string | null
  codec: string | null
  /** Pixels and kilobits a second; 0 where the tag does not say. */
  width: number
  height: number
  bitrate: number
}

const VIDEO_TYPE = /^video\/(mp4|webm)$/i

/**
 * The film nearest in height to the place it is shown in; the lighter one of two alike. Null where
 * there is none that this browser plays.
 */
export function chooseMediaFile(
  files: readonly MediaFile[],
  stage: FrameSize,
  canPlay: (type: string) => boolean,
): MediaFile | null {
  const playable = files.filter(file => {
    const { fileURL, mimeType, apiFramework, deliveryType, codec } = file
    if (!fileURL || apiFramework || deliveryType === 'streaming' || !VIDEO_TYPE.test(mimeType ?? ''))
      return false
    return canPlay(codec ? `${mimeType}; codecs="${codec}"` : `${mimeType}`)
  })
  const target = Math.max(stage.height, 1)
  const far = ({ height }: MediaFile) => (height ? Math.abs(Math.log2(height / target)) : 2)
  return playable.sort((a, b) => far(a) - far(b) || a.bitrate - b.bitrate)[0] ?? null
}
