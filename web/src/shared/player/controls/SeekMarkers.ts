import './seekMarkers.css'

/** A mark on the seek bar, in seconds of the media clock. */
export interface SeekMarker {
  seconds: number
  /** Whether the mark is a large one. */
  isBig: boolean
}

/** Draws marks on the seek bar of a player. They are decorative: a list on the page has the same moments. */
export class SeekMarkers {
  private readonly layer = document.createElement('div')
  private markers: readonly SeekMarker[] = []

  /** `window` returns the range of the seek bar in seconds. */
  constructor(
    progress: HTMLElement,
    private readonly window: () => { start: number; end: number },
  ) {
    this.layer.className = 'seek-markers'
    this.layer.setAttribute('aria-hidden', 'true')
    progress.append(this.layer)
  }

  set(markers: readonly SeekMarker[]): void {
    this.markers = markers
    this.draw()
  }

  /** Move the marks. Call it when the range of the seek bar changes. */
  draw(): void {
    const { start, end } = this.window()
    const marks = this.markers
      .filter(({ seconds }) => end > start && seconds >= start && seconds <= end)
      .map(({ seconds, isBig }) => {
        const mark = document.createElement('i')
        mark.className = isBig ? 'seek-markers__mark seek-markers__mark--big' : 'seek-markers__mark'
        mark.style.setProperty('--at', String((seconds - start) / (end - start)))
        return mark
      })
    this.layer.replaceChildren(...marks)
  }
}
