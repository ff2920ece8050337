import { Component, type ComponentType, createContext, type ReactNode, use } from 'react'
import type { FormDefinition } from './forms'

/** The data about an event that other contexts need: its entry in the lists of the catalog. */
export interface EventSummary {
  id: number
  name: string
  short_name: string
  /** The name with label, date and time, for places that may show two events with the same name. */
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
  /** The start of the timeline of a live stream, in seconds since the epoch. */
  start_ts?: number | null
}

/** The methods of the player that other contexts may use. Times are seconds on its timeline. */
export interface PlayerControl {
  time(): number
  /**
   * Return when the frame at `at` was recorded, in milliseconds since the epoch.
   * Without `at`, use the current frame. Return null if the stream has no dates.
   */
  instant(at?: number): number | null
  /** Return the seekable range: a complete recording, or the part of a live stream that is still available. */
  window(): { start: number; end: number }
  seek(seconds: number): void
  play(): void
  pause(): void
}

/** A reference to an event or a library item (`vod` in the API). */
export interface ContentRef {
  kind: 'event' | 'vod'
  id: number
}

/** A team, school or sport that a viewer can follow (§5). */
export interface Followable {
  type: 'participant' | 'group' | 'category'
  id: number
  name: string
}

/** An event or a library item with its name. */
export interface NamedContentRef extends ContentRef {
  name: string
}

/** The props of a rail of cards of the catalog. An empty rail shows nothing. */
export interface ContentRailProps {
  title: string
  /** The content in display order, or `followed` for events that the viewer follows. */
  content: readonly ContentRef[] | 'followed'
  more?: { label: string; to: string; name?: string } | null
  /** Shown at the top right of each card instead of its favorite button. */
  Action?: ComponentType<NamedContentRef>
}

/** A field of a section of the document. The path may lead to a part of it: `title.fr`. */
export interface FieldNameProps {
  section: string
  path: string
}

export interface EventOffersProps {
  eventKey: string
  /** Whether only members of the teams may watch. */
  isForMembers: boolean
  /** Whether the event has its own price. */
  hasPrice: boolean
  /** Whether the form has changes that are not saved. The other props are those of the saved event. */
  isChanged: boolean
}

/** The slots of the screens, with the props that components of other contexts get there. */
export interface SlotProps {
  /** Buttons beside an event's title. `player` returns null if no player is ready. */
  eventActions: { event: EventSummary; player: () => PlayerControl | null }
  /** The clips of an event, below the event. `player` returns null if no player is ready. */
  belowEvent: { event: EventSummary; player: () => PlayerControl | null }
  /** Buttons beside the name of a team, school or sport. */
  followActions: { targets: readonly Followable[] }
  /** A button at the top right of an event's card, over its image. Size: 44 px. */
  cardAction: { event: EventSummary }
  /** A bar on the lower edge of a card's image. Height: 4 px. */
  cardProgress: ContentRef
  /** Rails above the channel's rails on the home page, rendered by `Rail`. */
  homeRails: { Rail: ComponentType<ContentRailProps> }
  /** Sections below everything else on the home page. */
  homeEnd: object
  /** The rail of featured clips, in the section `clips` of the home page. */
  homeClips: object
  /** A button at the end of an upcoming event's row in a list. */
  rowAction: { event: EventSummary }
  /** Display settings above a list of events or the rails of the home page. */
  listTools: object
  /** The bot protection of a public form. `onToken` gets the token of a passed check, or an empty string. */
  robotCheck: { onToken: (token: string) => void; error?: string }
  /** The offers that open an event, on its page in the studio. */
  eventOffers: EventOffersProps
  /** Who is paid back for an event that did not play, on its page in the studio. */
  eventMakeGood: { eventKey: string }
  /** The highlights of an event, on its page in the studio. */
  eventHighlights: { eventId: number }
  /** The name of a field of the document in plain words, in the studio. */
  fieldName: FieldNameProps
  /** A form as viewers see it, in the studio. */
  formPreview: { definition: FormDefinition }
  /** An overlay that does not block the page. */
  pageOverlay: object
  /** Buttons at the end of the footer. */
  footerTools: object
  /** Items at the end of the account menu. */
  accountTools: object
  /** Buttons in the menu of small screens, below the account. */
  drawerTools: object
}

type SlotName = keyof SlotProps

/** The components that the app puts into each slot, in display order. */
export type SlotRegistry = { readonly [Name in SlotName]?: readonly ComponentType<SlotProps[Name]>[] } & {
  /** The components that reserve the space of a slot while it loads. */
  readonly placeholders?: { readonly [Name in SlotName]?: ReactNode }
}

/** The app's slot registry. By default, and until the registry loads, every slot is empty. */
export const SlotsContext = createContext<SlotRegistry>({})

interface SlotComponentProps<Name extends SlotName> {
  name: Name
  slotProps: SlotProps[Name]
}

/**
 * Slot of a screen that shows components of other contexts. It is empty if the app registers none.
 *
 * If the chunk or the code of a component fails, its place stays empty and the page keeps working.
 */
export function Slot<Name extends SlotName>({ name, slotProps }: SlotComponentProps<Name>) {
  const registry = use(SlotsContext)
  const components = registry[name] as readonly ComponentType<SlotProps[Name]>[] | undefined
  const placeholder = registry.placeholders?.[name]
  if (!components) return placeholder
  return components.map((SlotComponent, index) => (
    // An index is a safe key: the app's list never changes.
    <SlotErrorBoundary key={index}>
      <SlotComponent {...slotProps} />
    </SlotErrorBoundary>
  ))
}

/** Error boundary that shows nothing instead of a component that failed. */
class SlotErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
