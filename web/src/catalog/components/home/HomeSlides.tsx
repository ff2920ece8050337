import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { participantsBySide } from '@/shared/participantsBySide'
import type { Slide } from '@/shared/shell'
import { Badge } from '@/shared/ui/Badge'
import { Slides, type SlideView } from '@/shared/ui/Slides'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'
import { useEventTexts } from '../event/useEventTexts'

interface Props {
  slides: readonly Slide[]
  /** The games on the page; a slide that names one shows where it stands. */
  events: readonly EventItem[]
}

/**
 * The channel's slides. An action that leads nowhere is not shown, and what a slide says of a game that the
 * shield hides is not either: its words are the channel's own, and may tell the score.
 */
export const HomeSlides = observer(function HomeSlides({ slides, events }: Props) {
  const { t } = useLingui()
  const spoilers = useSpoilers()
  const { shell } = useCatalog()
  const texts = useEventTexts()
  if (slides.length === 0) return null

  const actionOf = (action: Slide['action']) =>
    action && shell.isLinkable(action.url) ? { label: action.label, to: action.url } : null

  const view = (slide: Slide): SlideView => {
    const event = events.find(one => one.id === slide.event_id)
    const watch = slide.event_id ? { label: t`Watch`, to: `/watch/${slide.event_id}` } : null
    const hidden =
      slide.event_id !== null && event?.stream_status !== 'upcoming' && spoilers.isHidden(slide.event_id)
    return {
      ...slide,
      ...(hidden ? { title: event?.name ?? t`Watch this game`, line: null } : {}),
      imageTall: slide.image_tall,
      badges: <SlideBadges badge={hidden ? null : slide.badge} live={event?.live_state === 'on_air'} />,
      teams: event ? <SlideTeams event={event} line={[texts.kind(event), event.location?.name]} /> : null,
      action: actionOf(slide.action) ?? watch,
      secondAction: actionOf(slide.second_action),
    }
  }
  return <Slides label={t`Featured`} slides={slides.map(view)} />
})

function SlideBadges({ badge, live }: { badge: string | null; live: boolean }) {
  const { t } = useLingui()
  if (!badge && !live) return null
  return (
    <>
      {live ? <Badge tone="live">{t`LIVE`}</Badge> : null}
      {badge ? <Badge tone={live ? 'chip' : 'price'}>{badge}</Badge> : null}
    </>
  )
}

function SlideTeams({ event, line }: { event: EventItem; line: (string | null | undefined)[] }) {
  const sides = participantsBySide(event)
  if (!sides) return null
  return (
    <>
      {[sides.away, sides.home].map(team =>
        team.images.logo ? (
          <img key={team.id} src={team.images.logo} alt={team.name} width="200" height="200" />
        ) : null,
      )}
      <span>{line.filter(Boolean).join(', ')}</span>
    </>
  )
}
