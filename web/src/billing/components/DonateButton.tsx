import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { EventSummary, PlayerControl } from '@/shared/contexts/slots'
import { LinkButton } from '@/shared/ui/Button'
import '@/shared/ui/Panel.css'
import { useBilling } from '../context'

/** The links to the donations of the channel. Nothing if the channel takes none. */
export const DonateButton = observer(function DonateButton(_: {
  event: EventSummary
  player: () => PlayerControl | null
}) {
  const { t } = useLingui()
  const { packages } = useBilling().shell.channel
  return packages
    .filter(({ type }) => type === 'donation')
    .map(({ id, name }) => (
      <LinkButton key={id} to={`/buy?package_id=${id}`}>
        {t`Donate`}
        <span className="sr-only">, {name}</span>
      </LinkButton>
    ))
})

/** The donations of the channel on its home page, each with its name and description. */
export const DonateSection = observer(function DonateSection() {
  const { t } = useLingui()
  const { packages } = useBilling().shell.channel
  const donations = packages.filter(({ type }) => type === 'donation')
  if (donations.length === 0) return null
  return (
    <section className="section stack">
      {donations.map(({ id, name, description }) => (
        <div key={id} className="panel stack stack--2">
          <h2 className="display h3">{name}</h2>
          {description ? <p>{description}</p> : null}
          <div>
            <LinkButton to={`/buy?package_id=${id}`}>
              {t`Donate`}
              <span className="sr-only">, {name}</span>
            </LinkButton>
          </div>
        </div>
      ))}
    </section>
  )
})
