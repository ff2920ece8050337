/** The parts of Plyr 3.8 that the app uses. Its own types mix `export =` with `export default` and lack elements. */

export interface PlyrThumbnails {
  frames: { startTime: number; endTime: number; text: string; x: number; y: number; w: number; h: number }[]
  width: number
  height: number
  urlPrefix: string
}

export interface PlyrOptions {
  title?: string
  iconUrl: string
  loadSprite: boolean
  blankVideo: string
  mediaMetadata: { title: string; artist: string; album: string; artwork: MediaImage[] }
  controls: string[]
  settings: string[]
  i18n: Record<string, string | Record<string, string>>
  quality: { default: number; options: number[]; forced: boolean; onChange(quality: number): void }
  speed: { selected: number; options: number[] }
  captions: { active: boolean; language: string; update: boolean }
  keyboard: { focused: boolean; global: boolean }
  tooltips: { controls: boolean; seek: boolean }
  storage: { enabled: boolean; key: string }
  fullscreen: { enabled: boolean; fallback: boolean; iosNative: boolean }
  seekTime: number
  invertTime: boolean
  toggleInvert: boolean
  previewThumbnails: { enabled: boolean; src: string | ((give: (thumbnails: PlyrThumbnails[]) => void) => void) }
}

export default class Plyr {
  constructor(target: HTMLMediaElement, options: PlyrOptions)
  readonly elements: {
    container: HTMLElement | null
    controls: HTMLElement | null
    progress: HTMLElement | null
    display: { buffer?: HTMLProgressElement; duration?: HTMLElement }
    buttons: { airplay?: HTMLButtonElement; fullscreen?: HTMLButtonElement }
    inputs: { seek?: HTMLInputElement; volume?: HTMLInputElement }
    settings: { panels: Record<string, HTMLElement | undefined> }
  }
  readonly config: Pick<PlyrOptions, 'i18n' | 'fullscreen'>
  readonly storage: { get(key: string): unknown; set(values: Record<string, unknown>): void }
  readonly duration: number
  /** The loaded share, from 0 to 1. */
  readonly buffered: number
  /** The index of the visible caption track, or -1 while captions are off. */
  readonly currentTrack: number
  readonly fullscreen: { toggle(): void; readonly active: boolean }
  currentTime: number
  quality: number
  muted: boolean
  togglePlay(play?: boolean): Promise<void> | undefined
  toggleCaptions(on?: boolean): void
  increaseVolume(step: number): void
  destroy(done?: () => void): void
}
