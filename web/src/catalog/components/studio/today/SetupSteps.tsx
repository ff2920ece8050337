import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { Icon } from '@/shared/ui/Icon'
import type { SetupStep, SetupStepKind } from '../../../todayApi'

const ROOMS: Record<SetupStepKind, string> = {
  brand: 'brand',
  teams: 'content',
  events: 'schedule',
  price: 'offers',
  video: 'schedule',
}

/** The steps to set up a new channel. They are ticked by what the channel has. */
export function SetupSteps({ steps }: { steps: readonly SetupStep[] }) {
  const { t } = useLingui()
  const rooms = useOpenRooms()
  const done = steps.filter(step => step.is_done).length
  const total = steps.length
  const texts: Record<SetupStepKind, [title: string, hint: string]> = {
    brand: [t`Add your logo and colors`, t`So that the site looks like yours`],
    teams: [t`Add your teams`, t`With their colors and crests`],
    events: [t`Plan your first events`, t`One by one, or from a file. New teams are created on the way`],
    price: [t`Set a price`, t`A pass or a single price, unless everything is free`],
    video: [t`Show your first video`, t`Open an event: Live for a stream, Video for a recording`],
  }
  return (
    <section className="stack">
      <div className="spread">
        <h2 className="display h3">
          <Trans>Set up your channel</Trans>
        </h2>
        <span className="muted tabular-nums">
          <Trans>
            {done} of {total} done
          </Trans>
        </span>
      </div>
      <ol className="today__list panel">
        {steps.map(({ kind, is_done: isDone }) => {
          const [title, hint] = texts[kind]
          const room = ROOMS[kind]
          return (
            <li key={kind} className="today__step" data-done={isDone || undefined}>
              <span className="today__tick">
                {isDone ? <Icon name="check" size="s" /> : null}
                <span className="sr-only">{isDone ? t`Done` : t`To do`}</span>
              </span>
              <span className="today__about">
                {rooms.has(room) ? (
                  <Link className="today__name" to={`/studio/${room}`}>
                    {title}
                  </Link>
                ) : (
                  <span className="today__name">{title}</span>
                )}
                <span className="muted today__place">{hint}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
