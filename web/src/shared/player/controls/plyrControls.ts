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
  /** Address of a WebVTT storyboard. */
  storyboard: string | null
  chooseRendition(height: number): void
}

const AUTO = 0
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

/** The menus behind the gear. Plyr makes one for each name, and fills those that it knows itself. */
function settingsMenus({ isLive: live, audioTracks: sounds }: Manifest): string[] {
  return ['captions', ...(sounds.length > 0 ? [AUDIO_MENU] : []), 'quality', ...(live ? [] : ['speed'])]
}

/** Dresses the video with Plyr: our icons, our words, the renditions of the manifest. */
export function createControls(options: ControlOptions): Plyr {
  const { video, manifest, texts, title, storageKey, storyboard } = options
  const heights = manifest.heights.length > 1 ? [AUTO, ...manifest.heights] : []
  inlinePlayerIcons()
  // Plyr copies the element to put back later; a copy of ours would ask for the stream's address again.
  video.cloneNode = () => document.createElement('video')
  const plyr = new Plyr(video, {
    title,
    // Plyr then refers to symbols of this document: a sandboxed page may not refer to a file.
    iconUrl: '',
    loadSprite: false,
    blankVideo: '',
    controls: CONTROLS,
    settings: settingsMenus(manifest),
    i18n: { ...texts.plyr, qualityLabel: { [AUTO]: texts.auto } },
    quality: {
      default: AUTO,
      options: heights,
      forced: true,
      onChange: height => options.chooseRendition(height),
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
      ? { enabled: true, src: give => void loadPreview(video, storyboard, give) }
      : { enabled: false, src: '' },
  })
  // Plyr's steps are a hundredth of a per cent: most of a second in a long game.
  plyr.elements.inputs.seek?.setAttribute('step', 'any')
  return plyr
}

/** Brings the pictures of the seek bar when they come; without any it shows the time, which Plyr hid for them. */
async function loadPreview(
  video: HTMLVideoElement,
  storyboard: string,
  give: (thumbnails: Thumbnails[]) => void,
): Promise<void> {
  const found = await loadStoryboard(storyboard)
  if (!video.isConnected) return // the player has left
  if (found) give([found])
  else video.closest('.plyr')?.querySelector('.plyr__progress .plyr__tooltip')?.removeAttribute('hidden')
}

/** The rendition that the stream chose by itself, beside the word for it in the menu. */
export function showRendition(plyr: Plyr, texts: PlayerTexts, height: number): void {
  const label = plyr.elements.settings.panels.quality?.querySelector('[value="0"] > span')
  if (label && height) label.textContent = `${texts.auto} (${height}p)`
}

/**
 * Takes Plyr off. It lets go of its elements a moment later, while timers of its own may still look for them, for
 * instance where the machine is busy: they keep them, away from the page.
 */
export function destroyControls(plyr: Plyr): void {
  const { elements } = plyr
  plyr.destroy()
  Object.defineProperty(plyr, 'elements', { get: () => elements, set: () => undefined })
}
