import type shakaPlayer from 'shaka-player'

declare const shaka: typeof shakaPlayer

/** A stream to play, and which part of it; what is not given is left to the player. */
export interface Choice {
  url: string
  /** How many times as fast as it was filmed. */
  rate: number
  /** Seconds until it must have ended. */
  patience: number
  /** What is left out of a long stream, from and to which instant; empty if nothing. */
  skip: [] | [number, number]
  /** Only the variants with this bandwidth. */
  bandwidth?: number
  /** The audio track with this label. */
  audio?: string
  /** The text track with this label. */
  text?: string
}

/** What was seen and heard. Instants and lengths are in seconds. */
export interface Playback {
  /** Why it was not played to its end; otherwise empty. */
  error: string
  duration: number
  /** How many pictures were decoded. */
  pictures: number
  /** The sizes of the picture, in the order in which they were shown. */
  sizes: [number, number][]
  /** How many bytes of sound were decoded. */
  sound_bytes: number
  /** From where to where there are picture and sound. */
  buffered: [number, number][]
  /** The longest time, on the clock of the machine, in which the picture stood still. */
  standstill: number
  /** How many captions the chosen text track has. */
  captions: number
  variants: { width: number; height: number; bandwidth: number }[]
  /** The labels of the tracks, or their languages where they have none. */
  audio_tracks: string[]
  text_tracks: string[]
}

/** Runs in the page, where `shaka` is: plays a stream to its end. A short one stays buffered as a whole, to be counted. */
export async function play(choice: Choice): Promise<Playback> {
  const video = document.createElement('video')
  video.muted = true
  document.body.append(video)
  const player = new shaka.Player()
  const sizes: [number, number][] = []
  let captions = 0
  let standstill = 0
  let [skipFrom, skipTo] = choice.skip

  const named = (track: { label: string | null; language: string }): string => track.label ?? track.language

  const described = (error: unknown): string => {
    if (!(error instanceof shaka.util.Error)) return String(error)
    const [name] = Object.entries(shaka.util.Error.Code).find(([, code]) => code === error.code) ?? ['']
    return `error ${error.code} ${name} ${JSON.stringify(error.data)}`.slice(0, 300)
  }

  /** Counts the captions instead of showing them. It is no arrow function: the player calls it with `new` too. */
  function counter(): shakaPlayer.extern.TextDisplayer {
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
      textDisplayFactory: counter,
    })
    if (choice.bandwidth !== undefined) {
      player.configure({ restrictions: { minBandwidth: choice.bandwidth, maxBandwidth: choice.bandwidth } })
    }
    await player.load(choice.url)
    const audio = player.getAudioTracks().find(track => named(track) === choice.audio)
    if (audio) player.selectAudioTrack(audio)
    const text = player.getTextTracks().find(track => named(track) === choice.text)
    if (text) player.selectTextTrack(text)
  }

  const look = (last: { at: number; since: number }): void => {
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

  const toTheEnd = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const last = { at: -1, since: performance.now() }
      setInterval(() => look(last), 20)
      player.addEventListener('error', event => reject((event as CustomEvent).detail))
      video.addEventListener('ended', () => resolve())
      video.playbackRate = choice.rate
      video.play().catch(reject)
    })

  const late = (): Promise<void> =>
    new Promise((_resolve, reject) => {
      const where = () => `not ended after ${choice.patience} s, but at ${video.currentTime.toFixed(2)} s`
      setTimeout(() => reject(where()), choice.patience * 1000)
    })

  let error = ''
  try {
    await Promise.race([load().then(toTheEnd), late()])
  } catch (reason) {
    error = described(reason)
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
    audio_tracks: player.getAudioTracks().map(named),
    text_tracks: player.getTextTracks().map(named),
  }
}
