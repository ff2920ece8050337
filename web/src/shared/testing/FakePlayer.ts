import type { PlayerController, SeekMarker } from '@/shared/player'

/** Player for tests, at 25 frames per second. `startedAt` is the start of a live timeline in milliseconds. */
export class FakePlayer implements PlayerController {
  paused = true
  position = 0
  seekableRange = { start: 0, end: 5400 }
  loopRange: { from: number; to: number } | null = null

  constructor(private readonly startedAt: number | null = null) {}

  isLive = () => this.startedAt !== null
  time = () => this.position
  instant = (at = this.position) => (this.startedAt === null ? null : this.startedAt + at * 1000)
  window = () => this.seekableRange
  frameRate = () => 25
  seek = (seconds: number) => {
    this.position = seconds
  }
  play = () => {
    this.paused = false
  }
  pause = () => {
    this.paused = true
  }
  step = (frames: number) => {
    this.position += frames / 25
  }
  loop = (range: { from: number; to: number } | null) => {
    this.loopRange = range
  }
  drawFrame = () => false
  markers: readonly SeekMarker[] = []
  private readonly listeners = new Set<() => void>()

  setMarkers = (markers: readonly SeekMarker[]) => {
    this.markers = markers
  }
  frame = () => document.body
  onTimeChange = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  /** Move to a position, and tell the listeners. */
  moveTo(seconds: number) {
    this.position = seconds
    for (const listener of this.listeners) listener()
  }
}
