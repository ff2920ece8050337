import { COLOR, contrastRatio } from '@/shared/contrast'
import { teamColors } from '@/shared/ui/Matchup'
import type { Pair, Snapshot, Timeline } from './timeline'

/** The event of an overlay or scoreboard as the server describes it (`GET /overlay/{id}.json`). */

export interface OverlayTeam {
  name: string
  short_name: string
  color: string | null
  color_2: string | null
  logo: string | null
}

export interface OverlayEvent {
  id: number
  name: string
  starts_at: string
  is_time_known: boolean
  time_zone: string
  /** The away team first. Empty if the event is not a game. */
  teams: OverlayTeam[]
}

export interface Overlay {
  /** The server's clock, in milliseconds since 1970. */
  now_ms: number
  event: OverlayEvent
}

const POSITIONS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type OverlayPosition = (typeof POSITIONS)[number]

export interface OverlayOptions {
  token: string
  position: OverlayPosition
  /** 1 is the normal size. */
  scale: number
}

const MIN_SCALE = 0.5
const MAX_SCALE = 2

/** Return the options in the address of an overlay. A wrong option has its default. */
export function parseOverlayOptions(search: string): OverlayOptions {
  const query = new URLSearchParams(search)
  const scale = Number(query.get('scale') ?? 1)
  return {
    token: query.get('token') ?? '',
    position: POSITIONS.find(position => position === query.get('position')) ?? 'top-left',
    scale: scale > 0 ? Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale)) : 1,
  }
}

/** How long the final score stays in the picture. */
const FINAL_MS = 60_000

/** Return whether an overlay shows the score: from the first period until a minute after the end. */
export function isScoreShown(timeline: Timeline, board: Snapshot, nowMs: number): boolean {
  if (timeline.scoring === 'none' || board.phase === 'before') return false
  if (board.phase !== 'ended') return true
  const lastOpen = timeline.snapshots.findLastIndex(({ phase }) => phase !== 'ended')
  const endedAtMs = timeline.snapshots[lastOpen + 1]?.at_ms ?? board.at_ms
  return nowMs - endedAtMs < FINAL_MS
}

/** Return the points of each period, or of each set, up to a time. */
export function periodScores({ snapshots, scoring }: Timeline, atMs: number): Pair[] {
  const scores: Pair[] = []
  let last: Pair = [0, 0]
  for (const { at_ms, period, points } of snapshots) {
    if (at_ms > atMs) break
    const index = Math.max(period, 1) - 1
    while (scores.length <= index) scores.push([0, 0])
    const [away, home] = scores[index] ?? [0, 0]
    scores[index] =
      scoring === 'sets'
        ? points
        : [Math.max(0, away + points[0] - last[0]), Math.max(0, home + points[1] - last[1])]
    last = points
  }
  return scores
}

/** The style of a team: its color, and whether dark text is easier to read on it. */
export interface TeamLook {
  style: React.CSSProperties
  ink: 'dark' | 'light'
}

const WHITE = '#ffffff'
const BLACK = '#000000'
const UNKNOWN_COLOR = '#3d4654'

/** Return the looks of the away and of the home team. Two similar colors become different. */
export function teamLooks([away, home]: readonly OverlayTeam[]): [TeamLook, TeamLook] {
  const toTeam = (team?: OverlayTeam) => ({
    color: COLOR.test(team?.color ?? '') ? (team?.color as string) : UNKNOWN_COLOR,
    secondColor: COLOR.test(team?.color_2 ?? '') ? team?.color_2 : null,
    crest: null,
    shortName: team?.short_name ?? '',
  })
  const colors = teamColors(toTeam(away), toTeam(home))
  return [toLook(colors.away), toLook(colors.home)]
}

function toLook(color: string): TeamLook {
  const style = { '--team': color } as React.CSSProperties
  return { style, ink: contrastRatio(color, WHITE) >= contrastRatio(color, BLACK) * 0.6 ? 'light' : 'dark' }
}
