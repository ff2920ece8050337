import type { SignedUrl } from '../stream/PlaybackSession'

const absoluteUrl = (url: string) => new URL(url, document.baseURI).href
const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)

/** Whether a player plays only the audio, and the playlist that it loads then. */
export class AudioOnlyMode {
  private isActive = false
  /** The path of the audio-only playlist in the folder of the stream; null without one. */
  private path: string | null = null
  /** The master playlist, as it was signed last. */
  private master: string

  constructor(source: SignedUrl) {
    this.master = absoluteUrl(source.url)
  }

  get isOn(): boolean {
    return this.isActive
  }

  /** Whether the video plays, and the audio alone could play instead. */
  get isAvailable(): boolean {
    return this.path !== null && !this.isActive
  }

  /** Remember the audio-only playlist of the stream. Return whether there is one. */
  learn(audioOnlyUrl: string | null | undefined): boolean {
    const folder = folderOf(this.master)
    if (audioOnlyUrl?.startsWith(folder)) this.path = audioOnlyUrl.slice(folder.length)
    return this.path !== null
  }

  /** Turn the mode on or off. Return whether the stream has to be loaded again. */
  set(isOn: boolean): boolean {
    if (isOn === this.isActive || (isOn && this.path === null)) return false
    this.isActive = isOn
    return true
  }

  /** Return the URL to load for a newly signed master playlist. */
  select(source: SignedUrl | null): SignedUrl | null {
    if (!source) return null
    this.master = absoluteUrl(source.url)
    return this.isActive && this.path !== null
      ? { ...source, url: folderOf(this.master) + this.path }
      : source
  }
}
