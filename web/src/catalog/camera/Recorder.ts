import { AUDIO_BITRATE, fitSize, type PictureSize, type Quality } from './quality'

/** How often the browser returns what it has recorded. It waits for the end of a fragment. */
const TIMESLICE_MS = 1000
const KEYFRAME_INTERVAL_MS = 2000

/** What a recorder wrote: the number of its recording, and the time since the last data. */
export interface RecordedData {
  recording: number
  data: Blob
  durationMs: number
}

interface Recording {
  number: number
  recorder: MediaRecorder
  /** A copy of the camera's track in the size of the quality. */
  track: MediaStreamTrack
  waiting: RecordedData[]
  lastDataAt: number
  isOver: boolean
}

interface Options {
  type: string
  onData(data: RecordedData): void
  onError(): void
  now?: () => number
}

/**
 * Records the camera without a gap, while quality and size change.
 *
 * A browser cannot change the quality of a recording. So a new recording starts beside the old one, and the old one
 * stops when the new one runs. The data of the new one waits until the old one is complete, so the order is right.
 */
export class Recorder {
  private recordings: Recording[] = []
  private nextNumber = 0
  private readonly now: () => number

  constructor(private readonly options: Options) {
    this.now = options.now ?? (() => performance.now())
  }

  /** Record a stream in a quality from now on. `picture` is the size of its frames. */
  async record(stream: MediaStream, quality: Quality, picture: PictureSize): Promise<void> {
    const [camera] = stream.getVideoTracks()
    if (!camera) return
    const track = camera.clone()
    const size = fitSize(quality, picture)
    // Chromium crops a turned picture to the shape of its source if the size is limited.
    if (size.width < picture.width - 1) {
      await track
        .applyConstraints({ width: { max: size.width }, height: { max: size.height } })
        .catch(() => undefined)
    }
    const recorder = new MediaRecorder(new MediaStream([track, ...stream.getAudioTracks()]), {
      mimeType: this.options.type,
      videoBitsPerSecond: quality.bitrate,
      audioBitsPerSecond: AUDIO_BITRATE,
      videoKeyFrameIntervalDuration: KEYFRAME_INTERVAL_MS,
    } as MediaRecorderOptions)
    const recording: Recording = {
      number: this.nextNumber,
      recorder,
      track,
      waiting: [],
      lastDataAt: this.now(),
      isOver: false,
    }
    this.nextNumber += 1
    await this.begin(recording)
  }

  /** Stop, and wait for the last data. */
  async stop(): Promise<void> {
    await Promise.all(this.recordings.map(recording => stopRecording(recording)))
  }

  private begin(recording: Recording): Promise<void> {
    const { recorder } = recording
    const previous = this.recordings.filter(({ isOver }) => !isOver)
    this.recordings = [...this.recordings, recording]
    return new Promise(resolve => {
      recorder.addEventListener('start', () => {
        for (const other of previous) void stopRecording(other)
        resolve()
      })
      recorder.addEventListener('dataavailable', ({ data }) => this.add(recording, data))
      recorder.addEventListener('stop', () => {
        recording.isOver = true
        recording.track.stop()
        this.release()
      })
      recorder.addEventListener('error', () => {
        resolve()
        this.options.onError()
      })
      recorder.start(TIMESLICE_MS)
    })
  }

  private add(recording: Recording, data: Blob): void {
    if (data.size === 0) return
    const now = this.now()
    recording.waiting.push({ recording: recording.number, data, durationMs: now - recording.lastDataAt })
    recording.lastDataAt = now
    this.release()
  }

  /** Return the data of the oldest recording, and then of the next one if it is complete. */
  private release(): void {
    for (;;) {
      const [oldest] = this.recordings
      if (!oldest) return
      for (const data of oldest.waiting.splice(0)) this.options.onData(data)
      if (!oldest.isOver) return
      this.recordings = this.recordings.slice(1)
    }
  }
}

function stopRecording({ recorder }: Recording): Promise<void> {
  if (recorder.state === 'inactive') return Promise.resolve()
  return new Promise(resolve => {
    recorder.addEventListener('stop', () => resolve())
    recorder.stop()
  })
}
