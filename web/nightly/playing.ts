import type shakaPlayer from 'shaka-player'

declare const shaka: typeof shakaPlayer

/** A stream to play, and the variant and tracks to play. The player chooses those that are not set. */
export interface Choice {
  url: string
  /** The playback rate. 1 is normal speed. */
  rate: number
  /** Seconds until playback must have ended. */
  patience: number
  /** The part of a long stream to skip, from and to a position in seconds. Empty to skip nothing. */
  skip: [] | [number, number]
  /** Only the variants with this bandwidth. */
  bandwidth?: number
  /** The audio track with this label. */
  audio?: string
  /** The text track with this label. */
  text?: string
}

/** The result of a playback. Positions and durations are in seconds. */
export interface Playback {
  /** Why playback did not reach the end. Empty if it did. */
  error: string
  duration: number
  /** The number of decoded video frames. */
  pictures: number
  /** The video sizes, in the order in which they were shown. */
  sizes: [number, number][]
  /** The number of decoded audio bytes. */
  sound_bytes: number
  /** The ranges with video and audio. */
  buffered: [number, number][]
  /** The longest freeze of the video, in real time. */
  standstill: number
  /** The number of captions in the selected text track. */
  captions: number
  variants: { width: number; height: number; bandwidth: number }[]
  /** The labels of the tracks. A track without a label has its language. */
  audio_tracks: string[]
  text_tracks: string[]
}

/** In a page with `shaka`: play a stream to its end. A short stream stays fully buffered, for `buffered`. */
export async function play(choice: Choice): Promise<Playback> {
  const video = document.createElement('video')
  video.muted = true
  document.body.append(video)
  const player = new shaka.Player()
  const sizes: [number, number][] = []
  let captions = 0
  let standstill = 0
  let [skipFrom, skipTo] = choice.skip

  const trackName = (track: { label: string | null; language: string }): string =>
    track.label ?? track.language

  const describeError = (error: unknown): string => {
    if (!(error instanceof shaka.util.Error)) return String(error)
    const [name] = Object.entries(shaka.util.Error.Code).find(([, code]) => code === error.code) ?? ['']
    return `error ${error.code} ${name} ${JSON.stringify(error.data)}`.slice(0, 300)
  }

  /** Count captions instead of showing them. Not an arrow function, because the player also calls it with `new`. */
  function createCaptionCounter(): shakaPlayer.extern.TextDisplayer {
    return {
      append: cues => {
        captions += cues.length
      },
      remove: () => true,
      isTextVisible: () => true,
      setTextVisibility: () => {},
      setTextLanguage: () => {},
      configure: () => {},
      destroy: () => Promise.resolve(),
    }
  }

  const load = async (): Promise<void> => {
    await player.attach(video)
    player.configure({
      streaming: {
        bufferingGoal: skipTo ? 30 : 3600,
        bufferBehind: 3600,
        retryParameters: { maxAttempts: 2 },
      },
      manifest: { retryParameters: { maxAttempts: 2 } },
      textDisplayFactory: createCaptionCounter,
    })
    if (choice.bandwidth !== undefined) {
      player.configure({ restrictions: { minBandwidth: choice.bandwidth, maxBandwidth: choice.bandwidth } })
    }
    await player.load(choice.url)
    const audio = player.getAudioTracks().find(track => trackName(track) === choice.audio)
    if (audio) player.selectAudioTrack(audio)
    const text = player.getTextTracks().find(track => trackName(track) === choice.text)
    if (text) player.selectTextTrack(text)
  }

  const checkPlayback = (last: { at: number; since: number }): void => {
    const now = performance.now()
    if (video.currentTime !== last.at) Object.assign(last, { at: video.currentTime, since: now })
    standstill = Math.max(standstill, (now - last.since) / 1000)
    if (skipFrom !== undefined && skipTo !== undefined && video.currentTime >= skipFrom) {
      video.currentTime = skipTo
      skipFrom = undefined
    }
    const [width, height] = sizes.at(-1) ?? [0, 0]
    if (video.videoWidth !== width || video.videoHeight !== height) {
      sizes.push([video.videoWidth, video.videoHeight])
    }
  }

  const playToEnd = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const last = { at: -1, since: performance.now() }
      setInterval(() => checkPlayback(last), 20)
      player.addEventListener('error', event => reject((event as CustomEvent).detail))
      video.addEventListener('ended', () => resolve())
      video.playbackRate = choice.rate
      video.play().catch(reject)
    })

  const rejectWhenLate = (): Promise<void> =>
    new Promise((_resolve, reject) => {
      const where = () => `not ended after ${choice.patience} s, but at ${video.currentTime.toFixed(2)} s`
      setTimeout(() => reject(where()), choice.patience * 1000)
    })

  let error = ''
  try {
    await Promise.race([load().then(playToEnd), rejectWhenLate()])
  } catch (reason) {
    error = describeError(reason)
  }
  return {
    error,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    sizes,
    sound_bytes: (video as unknown as { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
    buffered: player.getBufferedInfo().total.map(({ start, end }) => [start, end]),
    standstill,
    captions,
    variants: player.getVariantTracks().map(({ width, height, bandwidth }) => ({
      width: width ?? 0,
      height: height ?? 0,
      bandwidth,
    })),
    audio_tracks: player.getAudioTracks().map(trackName),
    text_tracks: player.getTextTracks().map(trackName),
  }
}
