import type { FrameSize } from './ad'

/** A media file of a VAST response, with the fields that the choice needs. */
export interface MediaFile {
  fileURL: string | null
  mimeType: string | null
  deliveryType: string | null
  /** Set for interactive ads (VPAID), which run scripts. The player does not support them. */
  apiFramework: string | null
  codec: string | null
  /** Size in pixels and bitrate in kbit/s; 0 when the tag does not state them. */
  width: number
  height: number
  bitrate: number
}

const VIDEO_TYPE = /^video\/(mp4|webm)$/i

/**
 * Return the file whose height is closest to the frame; of equal heights, the one with the lower bitrate. Return
 * null when the browser can play none.
 */
export function selectMediaFile(
  files: readonly MediaFile[],
  frameSize: FrameSize,
  canPlay: (type: string) => boolean,
): MediaFile | null {
  const playable = files.filter(file => {
    const { fileURL, mimeType, apiFramework, deliveryType, codec } = file
    if (!fileURL || apiFramework || deliveryType === 'streaming' || !VIDEO_TYPE.test(mimeType ?? ''))
      return false
    return canPlay(codec ? `${mimeType}; codecs="${codec}"` : `${mimeType}`)
  })
  const target = Math.max(frameSize.height, 1)
  const heightDistance = ({ height }: MediaFile) => (height ? Math.abs(Math.log2(height / target)) : 2)
  return playable.sort((a, b) => heightDistance(a) - heightDistance(b) || a.bitrate - b.bitrate)[0] ?? null
}
