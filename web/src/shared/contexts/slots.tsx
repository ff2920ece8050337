import { Component, type ComponentType, createContext, type ReactNode, use } from 'react'

/** A game as far as other contexts need to know it: the catalogue's row of it. */
export interface EventSummary {
  id: number
  name: string
  short_name: string
  /** With label, date and time: for places where two games of one name can meet. */
  full_name: string
  stream_status: 'upcoming' | 'live' | 'finished'
  /** Seconds since the epoch. */
  event_utc_ts: number
  has_access: boolean
  participants: readonly TeamSummary[]
  event_category: { id: number; name: string } | null
  media: readonly MediaSummary[]
}

export interface TeamSummary {
  id: number
  name: string
  short_name: string
  images: { logo: string | null }
  is_home?: boolean
}

export interface MediaSummary {
  id: number
  /** 2 live, 3 recording (§3). */
  type: number
  url: string | null
  /** When the clock of a live stream began, in seconds since the epoch. */
  start_ts?: number | null
}

/** What parts may ask of the player and tell it; times are seconds of its own time line. */
export interface PlayerControl {
  time(): number
  /** The instant of the picture at `at` (of the one that is shown, without), in milliseconds since the epoch; null where the stream does not say. */
  instant(at?: number): number | null
  /** What there is: a recording from 0 to its end, of a live stream what can be gone back to. */
  window(): { start: number; end: number }
  seek(seconds: number): void
  play(): void
  pause(): void
}

/** What is watched: a game, or a film of the library (`vod`, as the server calls it). */
export interface ContentRef {
  kind: 'event' | 'vod'
  id: number
}

/** What a viewer may follow (§5): a team, a school, a sport. */
export interface Followable {
  type: 'participant' | 'group' | 'category'
  id: number
  name: string
}

/** A game or a film with its name. */
export interface NamedContentRef extends ContentRef {
  name: string
}

/** A rail of the catalogue's cards; nothing where there is nothing in it. */
export interface ContentRailProps {
  title: string
  /** These, in this order; or the games of what the viewer follows. */
  content: readonly ContentRef[] | 'followed'
  more?: { label: string; to: string; name?: string } | null
  /** At the top right of each card, in the place of its mark. */
  Action?: ComponentType<NamedContentRef>
}

/** The places in screens where other contexts show something, and what they are told there. */
export interface SlotProps {
  /** Buttons beside a game's title; `player` answers null where none is ready. */
  eventActions: { event: EventSummary; player: () => PlayerControl | null }
  /** Buttons beside a film's title. */
  libraryItemActions: { libraryItem: { id: number; title: string }; player: () => PlayerControl | null }
  /** Below a game: its clips. */
  belowEvent: { event: EventSummary }
  /** Buttons beside the name of a team, a school or a sport. */
  followActions: { things: readonly Followable[] }
  /** At the top right of a game's card, over its picture: 44 px. */
  cardAction: { event: EventSummary }
  /** On the lower edge of a card's picture: 4 px. */
  cardProgress: ContentRef
  /** Rails before the channel's own on the home page; `Rail` draws them. */
  homeRails: { Rail: ComponentType<ContentRailProps> }
  /** At the end of an upcoming game's row in a list. */
  rowAction: { event: EventSummary }
  /** Above a list of games or the rails of home: switches of how they are shown. */
  listTools: object
  /** In a form that robots must not send: asks, and tells the token of whoever passed, or an empty one. */
  robotCheck: { onToken: (token: string) => void; error?: string }
  /** Over the page, which goes on below it. */
  pageOverlay: object
  /** At the end of the footer: buttons. */
  footerTools: object
  /** In the account menu, below the rest. */
  accountTools: object
  /** In the menu of small screens, below the account: buttons. */
  drawerTools: object
}

type SlotName = keyof SlotProps

/** What the app puts into each place, in this order. */
export type SlotRegistry = { readonly [Name in SlotName]?: readonly ComponentType<SlotProps[Name]>[] } & {
  /** What keeps the room of a place until its parts are there. */
  readonly placeholders?: { readonly [Name in SlotName]?: ReactNode }
}

/** The app's list; without it, or before it has come, every place is empty. */
export const SlotsContext = createContext<SlotRegistry>({})

interface SlotComponentProps<Name extends SlotName> {
  name: Name
  slotProps: SlotProps[Name]
}

/**
 * A place where other contexts show what is theirs; nothing where the app puts nothing.
 *
 * What fails in a part (its chunk, its code) leaves its place empty and harms nothing around it.
 */
export function Slot<Name extends SlotName>({ name, slotProps }: SlotComponentProps<Name>) {
  const list = use(SlotsContext)
  const parts = list[name] as readonly ComponentType<SlotProps[Name]>[] | undefined
  const hold = list.placeholders?.[name]
  if (!parts) return hold
  return parts.map((Shown, index) => (
    // The list is the app's own and never changes.
    <SlotErrorBoundary key={index}>
      <Shown {...slotProps} />
    </SlotErrorBoundary>
  ))
}

/** Shows nothing in the place of what threw. */
class SlotErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
