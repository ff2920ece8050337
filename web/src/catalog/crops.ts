/** A width and a height in pixels. */
export type Size = readonly [width: number, height: number]

/** A part of a picture, in whole pixels from its upper left corner. */
export interface CropBox {
  x: number
  y: number
  width: number
  height: number
}

/** A part of a picture in percent of its width and height, so that it does not depend on the size on the screen. */
export interface CropShare extends CropBox {
  unit: '%'
}

/** The shape of a place of the site, and the size that the site shows at most. */
export interface CropShape {
  name: string
  label: string
  size: Size
}

/** The picture that a crop was cut from, and which part it is. */
export interface CropOrigin {
  path: string
  share: CropShare
}

/** The smallest width and height of a crop. The server refuses smaller ones. */
const MIN_EDGE = 16

/** Return the largest part of a picture with the shape of `size`, in its middle. */
export function centeredShare([width, height]: Size, [shapeWidth, shapeHeight]: Size): CropShare {
  const scale = Math.min(width / shapeWidth, height / shapeHeight)
  const [partWidth, partHeight] = [(100 * scale * shapeWidth) / width, (100 * scale * shapeHeight) / height]
  return {
    unit: '%',
    x: (100 - partWidth) / 2,
    y: (100 - partHeight) / 2,
    width: partWidth,
    height: partHeight,
  }
}

/** Return a part in whole pixels, within the picture. */
export function toBox(share: CropShare, [width, height]: Size): CropBox {
  const [x, partWidth] = toEdge(share.x, share.width, width)
  const [y, partHeight] = toEdge(share.y, share.height, height)
  return { x, y, width: partWidth, height: partHeight }
}

/** Return the start and the length of one side in whole pixels. */
function toEdge(startPercent: number, lengthPercent: number, total: number): [start: number, length: number] {
  const length = Math.min(total, Math.max(MIN_EDGE, Math.round((lengthPercent * total) / 100)))
  return [Math.min(total - length, Math.max(0, Math.round((startPercent * total) / 100))), length]
}

/** Return whether a part is the whole picture. */
export const isWhole = ({ width, height }: CropBox, picture: Size): boolean =>
  width === picture[0] && height === picture[1]

/** Return whether pixels can be cut from a picture of the channel: it is no SVG, icon or address of another site. */
export const canCrop = (path: string): boolean => path.startsWith('/files/') && !/\.(?:svg|ico)$/i.test(path)
