import Plyr from 'plyr'
import { inlinePlayerIcons } from '../icon'
import type { Manifest } from '../stream/Stream'
import type { PlayerTexts } from '../texts'
import { AUDIO_MENU } from './audioMenu'
import { loadStoryboard, type Thumbnails } from './storyboard'

export interface ControlOptions {
  video: HTMLVideoElement
  manifest: Manifest
  texts: PlayerTexts
  title: string
  storageKey: string
  /** The URL of a WebVTT storyboard. */
  storyboard: string | null
  selectRendition(height: number): void
}

const AUTO = 0
/** The value of "Audio only" in the quality menu. */
export const AUDIO_ONLY = -1
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]

const CONTROLS = [
  ...[
    'play-large',
    'progress',
    'play',
    'rewind',
    'fast-forward',
    'mute',
    'volume',
    'current-time',
    'duration',
  ],
  ...['captions', 'settings', 'pip', 'airplay', 'fullscreen'],
]

/** Return the names of the settings menus. Plyr creates a menu for each, and fills only those that it knows. */
function settingsMenus({ isLive, audioTracks }: Manifest): string[] {
  return [
    'captions',
    ...(audioTracks.length > 0 ? [AUDIO_MENU] : []),
    'quality',
    ...(isLive ? [] : ['speed']),
  ]
}

const artworkOf = (poster: string) => (poster ? [{ src: poster }] : [])

/** Create Plyr for the video, with the app's icons and texts and the renditions of the manifest. */
export function createControls(options: ControlOptions): Plyr {
  const { video, manifest, texts, title, storageKey, storyboard } = options
  const heights = manifest.heights.length > 1 ? manifest.heights : []
  const audioOnly = manifest.audioOnlyUrl ? [AUDIO_ONLY] : []
  const qualities = [...heights, ...audioOnly]
  inlinePlayerIcons()
  // Plyr clones the video to restore it later. A real clone would request the stream again.
  video.cloneNode = () => document.createElement('video')
  const plyr = new Plyr(video, {
    title,
    // Without a URL, Plyr uses the symbols of this document. A sandboxed page cannot use an icon file.
    iconUrl: '',
    // What the system shows on the lock screen. Plyr replaces metadata that was set elsewhere.
    mediaMetadata: { title, artist: '', album: '', artwork: artworkOf(video.poster) },
    loadSprite: false,
    blankVideo: '',
    controls: CONTROLS,
    settings: settingsMenus(manifest),
    i18n: { ...texts.plyr, qualityLabel: { [AUTO]: texts.auto, [AUDIO_ONLY]: texts.audioOnly } },
    quality: {
      default: AUTO,
      options: qualities.length > 0 ? [AUTO, ...qualities] : [],
      forced: true,
      onChange: height => options.selectRendition(height),
    },
    speed: { selected: 1, options: SPEEDS },
    captions: { active: false, language: 'auto', update: true },
    keyboard: { focused: false, global: false },
    tooltips: { controls: false, seek: true },
    storage: { enabled: true, key: storageKey },
    fullscreen: { enabled: true, fallback: true, iosNative: true },
    seekTime: 10,
    invertTime: manifest.isLive,
    toggleInvert: false,
    previewThumbnails: storyboard
      ? { enabled: true, src: onLoad => void loadPreview(video, storyboard, onLoad) }
      : { enabled: false, src: '' },
  })
  // Plyr's default step is 0.01 %, which is most of a second in a long video.
  plyr.elements.inputs.seek?.setAttribute('step', 'any')
  return plyr
}

/** Load the previews of the seek bar. Without previews, show the time tooltip that Plyr has hidden. */
async function loadPreview(
  video: HTMLVideoElement,
  storyboard: string,
  onLoad: (thumbnails: Thumbnails[]) => void,
): Promise<void> {
  const thumbnails = await loadStoryboard(storyboard)
  if (!video.isConnected) return // the player was removed
  if (thumbnails) onLoad([thumbnails])
  else video.closest('.plyr')?.querySelector('.plyr__progress .plyr__tooltip')?.removeAttribute('hidden')
}

/** Choose "Audio only" in the quality menu, or "Auto". */
export function chooseAudioOnly(plyr: Plyr, isOn: boolean): void {
  plyr.quality = isOn ? AUDIO_ONLY : AUTO
}

/** Let the next video play with video: Plyr remembers the quality, but nobody expects a player without video. */
export function forgetAudioOnly(plyr: Plyr): void {
  queueMicrotask(() => plyr.storage.set({ quality: AUTO }))
}

/** Show the automatically chosen rendition in the quality menu, next to "Auto". */
export function showRendition(plyr: Plyr, texts: PlayerTexts, height: number): void {
  const label = plyr.elements.settings.panels.quality?.querySelector('[value="0"] > span')
  if (label && height) label.textContent = `${texts.auto} (${height}p)`
}

/**
 * Destroy Plyr. It clears `elements` slightly later, and on a busy machine its timers may still read them. Keep
 * `elements` readable, so that these timers do not throw errors.
 */
export function destroyControls(plyr: Plyr): void {
  const { elements } = plyr
  plyr.destroy()
  Object.defineProperty(plyr, 'elements', { get: () => elements, set: () => undefined })
}
