import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useBilling } from '../../context'
import { bundlesStore } from '../../stores/BundlesStore'
import '../bundles/Bundles.css'

/** What purchases in other channels open here. Nothing for viewers without any. */
export const IncludedPasses = observer(function IncludedPasses() {
  const { t, i18n } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(bundlesStore)
  useEffect(() => void store.loadOwn(), [store])
  const included = store.own.value?.included ?? []
  if (included.length === 0) return null
  return (
    <section className="section stack" aria-label={t`Included from other channels`}>
      <h2 className="display h2">
        <Trans>Included from other channels</Trans>
      </h2>
      <ul className="orders orders--list">
        {included.map(({ name, channel, until }) => {
          const seller = channel.name
          const day = until && i18n.date(new Date(until), { dateStyle: 'long' })
          return (
            <li key={`${channel.site} ${name} ${until}`} className="panel stack stack--2">
              <h3 className="order__name">
                <Trans>
                  Included in {name} of {seller}
                </Trans>
              </h3>
              <p>{day ? <Trans>Valid until {day}.</Trans> : <Trans>No end date.</Trans>}</p>
              <p className="hint">
                <Trans>
                  You manage this purchase at{' '}
                  <a className="link" href={`${channel.site}/profile`}>
                    {seller}
                  </a>
                  .
                </Trans>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
})
