/** The playlists of a live stream as the server writes them (`live_playlists.py`, `part_playlists.py`). For tests. */

const SEGMENT = 2
const PART = 0.5
const SKIP_SECONDS = 24
const LISTED_SECONDS = 12

interface Segment {
  session: number
  index: number
  startsAt: number
  parts: number
}

const total = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { parts }) => sum + parts * PART, 0)

/** A stream of segments of two seconds. The first segment of an encoder has no parts. */
export class PublishedStream {
  private segments: Segment[] = []
  private session = 0
  private index = 0
  private partCount = 0
  private clock = Date.UTC(2026, 10, 30, 18)
  private hasEnded = false

  /** `window`: the seconds that viewers can go back; without it, everything. */
  constructor(private readonly window?: number) {
    this.changeEncoder()
  }

  /** Publish seconds of media, in parts. */
  publish(seconds: number): void {
    for (let parts = seconds / PART; parts > 0; parts--) {
      this.clock += PART * 1_000
      this.partCount++
      if (this.partCount === SEGMENT / PART) this.completeSegment()
    }
  }

  /** Go on with another encoder. Viewers keep the segment that was in progress, as a short one. */
  changeEncoder(pause = 0): void {
    if (this.partCount > 0 && this.index > 0) this.completeSegment()
    this.session++
    this.index = this.partCount = 0
    this.clock += pause * 1_000
  }

  end(): void {
    if (this.partCount > 0) this.completeSegment()
    this.hasEnded = true
  }

  /** The seconds in the playlists, without and with those that have left the window. */
  get listed(): number {
    return total(this.segments.slice(this.first)) + this.partsInProgress * PART
  }

  get published(): number {
    return total(this.segments) + this.partsInProgress * PART
  }

  /** Return the text of a file in the stream's folder. */
  read(file: string): string {
    const name = file.split('.')[0] ?? ''
    if (name === 'index') return MASTER
    return file.endsWith('.parts.m3u8') ? this.renderParts(name) : this.renderPlain(name)
  }

  private completeSegment(): void {
    const parts = this.partCount
    const startsAt = this.clock - parts * PART * 1_000
    this.segments.push({ session: this.session, index: this.index, startsAt, parts })
    this.index++
    this.partCount = 0
  }

  private get partsInProgress(): number {
    return this.index > 0 ? this.partCount : 0
  }

  private get first(): number {
    return this.window === undefined ? 0 : this.startOf(this.window)
  }

  /** Return the number of the first segment within the newest seconds. */
  private startOf(seconds: number): number {
    let first = this.segments.length
    for (let left = seconds; left > 0 && first > 0; first--)
      left -= (this.segments[first - 1]?.parts ?? 0) * PART
    return first
  }

  private header(version: number): string[] {
    const left = this.segments.slice(1, this.first + 1)
    const discontinuities = left.filter(({ index }) => index === 0).length
    return [
      '#EXTM3U',
      `#EXT-X-VERSION:${version}`,
      '#EXT-X-TARGETDURATION:4',
      `#EXT-X-MEDIA-SEQUENCE:${this.first}`,
      this.window === undefined
        ? '#EXT-X-PLAYLIST-TYPE:EVENT'
        : `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}`,
    ]
  }

  private renderPlain(name: string): string {
    return this.finish([...this.header(6), ...this.renderSegments(name, this.first, () => [], 0)])
  }

  private renderParts(name: string): string {
    const newest = Math.max(this.first, this.startOf(SKIP_SECONDS))
    const recent = this.segments.slice(this.startOf(LISTED_SECONDS))
    const listed = recent.slice(recent.findLastIndex(({ index }) => index === 0) + 1)
    const tags = ({ session, index }: Segment, count: number) =>
      Array.from(
        { length: count },
        (_, part) =>
          `#EXT-X-PART:DURATION=${PART.toFixed(3)},URI="${name}/${session}-${index}.${part}.ts"${part ? '' : ',INDEPENDENT=YES'}`,
      )
    const { session, index } = this
    return this.finish([
      ...this.header(9),
      '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,PART-HOLD-BACK=1.680',
      '#EXT-X-PART-INF:PART-TARGET=0.560',
      ...(newest > this.first ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${newest - this.first}`] : []),
      ...this.renderSegments(
        name,
        newest,
        segment => (listed.includes(segment) ? tags(segment, segment.parts) : []),
        this.first,
      ),
      ...tags({ session, index, startsAt: 0, parts: 0 }, this.partsInProgress),
    ])
  }

  /** `first` is the number of the playlist's first segment: no discontinuity is before it. */
  private renderSegments(
    name: string,
    from: number,
    parts: (segment: Segment) => string[],
    first: number,
  ): string[] {
    return this.segments.slice(from).flatMap((segment, i) => {
      const isNew = segment.index === 0 && from + i > Math.max(first, this.first)
      const date = `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAt).toISOString()}`
      return [
        ...(isNew ? ['#EXT-X-DISCONTINUITY'] : []),
        ...(isNew || i === 0 ? [date] : []),
        ...parts(segment),
        `#EXTINF:${(segment.parts * PART).toFixed(3)},`,
        `${name}/${segment.session}-${segment.index}.ts`,
      ]
    })
  }

  private finish(lines: string[]): string {
    return `${[...lines, ...(this.hasEnded ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`
  }
}

const MASTER = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-SESSION-DATA:DATA-ID="org.touchline.parts",VALUE="YES"
#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"
source.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2"
small.m3u8
`
