import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '@/shared/clock'
import { DAY_MS } from '@/shared/constants'
import { dayKey } from '@/shared/format/dates'
import { Icon, type IconName } from '@/shared/ui/Icon'
import { useCatalog } from '../../../context'
import type { Today, Waiting } from '../../../todayApi'

const ICONS: Record<Waiting['kind'], IconName> = {
  requests: 'mail',
  reported_clips: 'alert',
  failed_clips: 'cut',
  failed_payments: 'ticket',
  failing_webhooks: 'share',
  declined_cards: 'alert',
  wrong_promo_codes: 'alert',
  wrong_vouchers: 'alert',
  repeated_trials: 'alert',
  make_goods: 'ticket',
}

/** What waits for the team. Each row leads to where it is solved. */
export function WaitingList({ today }: { today: Today }) {
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const yesterday = dayKey(serverNow() - DAY_MS, timeZone)
  const paths: Record<Waiting['kind'], string> = {
    requests: 'requests',
    reported_clips: 'clips?filter=reported',
    failed_clips: 'clips?filter=failed',
    failed_payments: `orders?status=failed&from=${yesterday}`,
    failing_webhooks: 'webhooks',
    declined_cards: `orders?status=failed&from=${yesterday}`,
    wrong_promo_codes: 'offers/codes',
    wrong_vouchers: 'orders',
    repeated_trials: 'offers',
    make_goods: 'orders/make-good',
  }
  return (
    <section className="stack">
      <h2 className="display h3">
        <Trans>Waiting for you</Trans>
      </h2>
      <ul className="today__list panel">
        {today.waiting.map(waiting => (
          <WaitingRow key={waiting.kind} icon={ICONS[waiting.kind]} to={`/studio/${paths[waiting.kind]}`}>
            <WaitingText waiting={waiting} />
          </WaitingRow>
        ))}
        {today.failed_videos.map(event => (
          <WaitingRow key={event.id} icon="play" to={`/studio/schedule/${event.key}/video`}>
            <Trans>Video failed: {event.name}</Trans>
          </WaitingRow>
        ))}
        {today.failed_library_videos.map(({ id, key, title }) => (
          <WaitingRow key={id} icon="play" to={`/studio/content/videos/${key}/video`}>
            <Trans>Library video failed: {title}</Trans>
          </WaitingRow>
        ))}
        {today.failed_replies.map(id => (
          <WaitingRow key={id} icon="mail" to={`/studio/requests/${id}`}>
            <Trans>Reply not sent: request {id}</Trans>
          </WaitingRow>
        ))}
      </ul>
    </section>
  )
}

function WaitingRow({ icon, to, children }: { icon: IconName; to: string; children: ReactNode }) {
  return (
    <li>
      <Link className="today__waiting" to={to}>
        <Icon name={icon} />
        <span>{children}</span>
        <Icon name="right" size="s" />
      </Link>
    </li>
  )
}

function WaitingText({ waiting: { kind, count } }: { waiting: Waiting }) {
  if (kind === 'requests') return <Plural value={count} one="# open request" other="# open requests" />
  if (kind === 'reported_clips')
    return <Plural value={count} one="# reported clip" other="# reported clips" />
  if (kind === 'failed_clips') return <Plural value={count} one="# clip failed" other="# clips failed" />
  if (kind === 'failed_payments')
    return (
      <Plural
        value={count}
        one="# payment failed since yesterday"
        other="# payments failed since yesterday"
      />
    )
  if (kind === 'declined_cards')
    return (
      <Trans>
        {count} or more cards declined in the last hour. Somebody may be testing stolen cards. Each payment now
        needs a robot check, which browsers pass. Check the failed orders.
      </Trans>
    )
  if (kind === 'wrong_promo_codes')
    return (
      <Trans>
        {count} or more wrong promo codes in the last hour. Somebody may be guessing. Each code now needs a robot
        check, which browsers pass. Deactivate codes that are short or no longer needed.
      </Trans>
    )
  if (kind === 'wrong_vouchers')
    return (
      <Trans>
        {count} or more wrong gift codes in the last hour. Somebody may be guessing. Each code now needs a robot
        check, which browsers pass. The codes are too long to guess, so you need to do nothing.
      </Trans>
    )
  if (kind === 'repeated_trials')
    return (
      <Trans>
        {count} or more refused second trials in the last hour. Somebody may be collecting free trials. Each
        trial now needs a robot check, which browsers pass. Check the trial period of your offers.
      </Trans>
    )
  if (kind === 'make_goods')
    return <Plural value={count} one="# make-good to decide" other="# make-goods to decide" />
  return <Plural value={count} one="# webhook endpoint fails" other="# webhook endpoints fail" />
}
