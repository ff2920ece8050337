import { action, makeObservable, observableRef } from 'mobx'
import { Form } from '@/shared/stores/Form'
import {
  type CropBox,
  type CropShape,
  type CropShare,
  centeredShare,
  isWhole,
  type Size,
  toBox,
} from '../../crops'
import type { EntriesStore } from '../EntriesStore'

/** Pixels of a crop for each pixel of its shape, for sharp pictures on dense screens. */
const SHARPNESS = 2
/** The most pixels in a row of a crop. */
const MAX_WIDTH = 2400

/**
 * The crops of one picture, one for each shape. Each is the middle of the picture until it is changed.
 *
 * A crop that was made in this session is cut from its original picture again, so that it can also become larger.
 */
export class CropStore {
  /** The picture that is cut. */
  readonly path: string
  /** The size of the picture. Null until the browser has loaded it. */
  size: Size | null = null
  shares: Readonly<Record<string, CropShare>> = {}
  shape: CropShape
  readonly form = new Form({})

  constructor(
    private readonly entries: EntriesStore,
    path: string,
    readonly shapes: readonly [CropShape, ...CropShape[]],
  ) {
    const origin = shapes.length === 1 ? entries.origins.get(path) : undefined
    this.path = origin?.path ?? path
    this.shape = shapes[0]
    if (origin) this.shares = { [this.shape.name]: origin.share }
    makeObservable(this, {
      size: observableRef,
      shares: observableRef,
      shape: observableRef,
      setSize: action,
      select: action,
      change: action,
    })
  }

  setSize(size: Size): void {
    const centered = this.shapes.map(shape => [shape.name, centeredShare(size, shape.size)])
    this.shares = { ...Object.fromEntries(centered), ...this.shares }
    this.size = size
  }

  select(shape: CropShape): void {
    this.shape = shape
  }

  /** Change the crop of the selected shape. */
  change(share: CropShare): void {
    this.shares = { ...this.shares, [this.shape.name]: share }
  }

  /** Return a crop in pixels of the picture. Null while the picture loads. */
  boxOf({ name }: CropShape): CropBox | null {
    const share = this.shares[name]
    return this.size && share ? toBox(share, this.size) : null
  }

  /** Store all crops. Return their paths by shape, or null after an error, which the form shows. */
  async save(): Promise<Readonly<Record<string, string>> | null> {
    const sent = await this.form.submit(async () => {
      const paths: Record<string, string> = {}
      for (const shape of this.shapes) paths[shape.name] = await this.store(shape)
      return paths
    })
    return sent?.result ?? null
  }

  private async store(shape: CropShape): Promise<string> {
    const box = this.boxOf(shape)
    const share = this.shares[shape.name]
    const maxWidth = Math.min(SHARPNESS * shape.size[0], MAX_WIDTH)
    if (!box || !share || !this.size) return this.path
    if (isWhole(box, this.size) && box.width <= maxWidth) return this.path
    const { path } = await this.entries.api.cropPicture(this.path, box, maxWidth)
    this.entries.origins.set(path, { path: this.path, share })
    return path
  }
}
