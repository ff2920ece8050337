import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { participantsBySide } from '@/shared/participantsBySide'
import type { Slide } from '@/shared/shell'
import { Badge } from '@/shared/ui/Badge'
import { Matchup, toMatchupTeam } from '@/shared/ui/Matchup'
import { Slides, type SlideView } from '@/shared/ui/Slides'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'
import { useEventTexts } from '../event/useEventTexts'

interface Props {
  slides: readonly Slide[]
  /** The events of the page. A slide about one of them shows its status. */
  events: readonly EventItem[]
}

/**
 * The slides of a home page.
 *
 * A slide about an event shows its teams and status. If spoilers of the event are hidden, its title and text are
 * hidden too, because they may contain the score. Buttons that lead to a missing page are not shown.
 */
export const HomeSlides = observer(function HomeSlides({ slides, events }: Props) {
  const { t } = useLingui()
  const spoilers = useSpoilers()
  const { shell } = useCatalog()
  const texts = useEventTexts()
  if (slides.length === 0) return null

  const toAction = (action: Slide['action']) =>
    action && shell.isLinkable(action.url) ? { label: action.label, to: action.url } : null

  const toView = (slide: Slide): SlideView => {
    const event = events.find(({ id }) => id === slide.event_id)
    const watch = slide.event_id ? { label: t`Watch`, to: `/watch/${slide.event_id}` } : null
    const isHidden =
      slide.event_id !== null && event?.stream_status !== 'upcoming' && spoilers.isHidden(slide.event_id)
    return {
      ...slide,
      ...(isHidden ? { title: event?.name ?? t`Watch this game`, line: null } : {}),
      imageTall: slide.image_tall,
      art: slide.matchup && (isHidden || !slide.image) ? <SlideMatchup {...slide.matchup} /> : null,
      badges: <SlideBadges badge={isHidden ? null : slide.badge} isLive={event?.live_state === 'on_air'} />,
      teams: event ? <SlideTeams event={event} details={[texts.kind(event), event.location?.name]} /> : null,
      action: toAction(slide.action) ?? watch,
      secondAction: toAction(slide.second_action),
    }
  }
  return <Slides label={t`Featured`} slides={slides.map(toView)} />
})

const SlideMatchup = ({ away, home, sport }: NonNullable<Slide['matchup']>) => (
  <Matchup away={toMatchupTeam(away)} home={toMatchupTeam(home)} sport={sport} large />
)

function SlideBadges({ badge, isLive }: { badge: string | null; isLive: boolean }) {
  const { t } = useLingui()
  if (!badge && !isLive) return null
  return (
    <>
      {isLive ? <Badge tone="live">{t`LIVE`}</Badge> : null}
      {badge ? <Badge tone={isLive ? 'chip' : 'price'}>{badge}</Badge> : null}
    </>
  )
}

function SlideTeams({ event, details }: { event: EventItem; details: (string | null | undefined)[] }) {
  const sides = participantsBySide(event)
  if (!sides) return null
  return (
    <>
      {[sides.away, sides.home].map(team =>
        team.images.logo ? (
          <img key={team.id} src={team.images.logo} alt={team.name} width="200" height="200" />
        ) : null,
      )}
      <span>{details.filter(Boolean).join(', ')}</span>
    </>
  )
}
