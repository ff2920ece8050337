import type { HlsConfig, LevelDetails } from 'hls.js'

type AbrController = HlsConfig['abrController']

/** The part that was loaded last: its rendition, the number of its segment, and its own number in the segment. */
export interface LoadedPart {
  level: number
  segment: number
  index: number
}

/** Return whether more parts of a part's segment follow. */
export function isWithinSegment(
  part: LoadedPart,
  details: Pick<LevelDetails, 'endSN' | 'partList'>,
): boolean {
  if (part.segment > details.endSN) return true
  return Boolean(
    details.partList?.some(({ fragment, index }) => fragment.sn === part.segment && index > part.index),
  )
}

/**
 * Return the class of hls.js's rate controller, which changes the rendition only between two segments. Only the first
 * part of a segment begins with a keyframe, so a change within one leaves a gap.
 *
 * `heldLevel` returns the rendition that must not change now, or null.
 */
export function holdRendition(Base: AbrController, heldLevel: () => number | null): AbrController {
  return class extends Base {
    override get nextAutoLevel(): number {
      return heldLevel() ?? super.nextAutoLevel
    }

    override set nextAutoLevel(level: number) {
      super.nextAutoLevel = level
    }
  }
}
