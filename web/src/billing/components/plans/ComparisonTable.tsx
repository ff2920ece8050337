import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Icon } from '@/shared/ui/Icon'
import { type ComparisonColumn, comparedCapabilities, comparisonColumns } from '../../comparison'
import { useBilling } from '../../context'
import { formatDay } from '../../dates'
import type { OfferLine } from '../../model'
import { isAvailable, isSingleEvent, type Offer, offerPrice } from '../../offers'
import { priceTerm } from '../../price'
import { useDateOptions } from '../useDateOptions'
import '@/shared/ui/Table.css'
import './ComparisonTable.css'

/** What a capability is called here; watching is two things where there are games. */
const ROW_LABELS: Record<ReturnType<typeof comparedCapabilities>[number], readonly MessageDescriptor[]> = {
  watch: [msg`Live games`, msg`Replays`],
  vod_media: [msg`On-demand library`],
  clipping: [msg`Create and share clips`],
  download_clip: [msg`Download clips`],
  download: [msg`Download recordings`],
  no_ads: [msg`No ads`],
}

/** What each thing on sale opens, side by side: from the capabilities of the offers themselves. */
export const ComparisonTable = observer(function ComparisonTable({
  lines,
}: {
  lines: readonly OfferLine[] | null
}) {
  const { t, i18n } = useLingui()
  const { packages, subscriptions, categories } = useBilling().shell.channel
  // A single game is sold at the game.
  const compares = (offer: Offer) => !lines || isSingleEvent(offer) || isAvailable(lines, offer)
  const columns = comparisonColumns(packages.filter(compares), subscriptions.filter(compares))
  const names = useColumnLabels(columns)
  const compared = comparedCapabilities(columns).filter(one => one !== 'watch' || categories.length > 0)
  if (columns.length < 2 || compared.length === 0) return null
  const rows = compared.flatMap(capability => ROW_LABELS[capability].map(name => ({ capability, name })))
  return (
    <section className="section stack">
      <h2 className="display h2">
        <Trans>Compare passes</Trans>
      </h2>
      <div className="comparison-table">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Features</Trans>
              </th>
              {columns.map(({ key }) => (
                <th key={key} scope="col">
                  {names.get(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ capability, name }) => (
              <tr key={name.id}>
                <th scope="row">{i18n._(name)}</th>
                {columns.map(column => (
                  <td key={column.key} data-label={names.get(column.key)}>
                    {column.capabilities.includes(capability) ? (
                      <IncludedCell column={column} replays={name === ROW_LABELS.watch[1]} />
                    ) : (
                      <span className="muted">{t({ message: 'no', context: 'in a table' })}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
})

/** That it is opened; of replays for how long. */
function IncludedCell({ column: { days, until }, replays }: { column: ComparisonColumn; replays: boolean }) {
  const { t } = useLingui()
  const calendar = useDateOptions()
  if (replays && days) return <Plural value={days} one="# day" other="# days" />
  if (replays && until) {
    const end = formatDay(until, calendar)
    return <Trans>until {end}</Trans>
  }
  return (
    <>
      <Icon name="check" />
      <span className="sr-only">{t({ message: 'yes', context: 'in a table' })}</span>
    </>
  )
}

/** What the columns are called: in a word, or by the offer's name where the word would stand twice. */
function useColumnLabels(columns: readonly ComparisonColumn[]): ReadonlyMap<string, string> {
  const { t } = useLingui()
  const { categories } = useBilling().shell.channel
  const season = categories.length > 0 ? t`Season pass` : t`One-time payment`
  const words = { event: t`Single game`, team: t`Team pass`, package: season }
  const terms = { month: t`Monthly`, year: t`Annual`, season: t`Season`, once: t`One-time payment` }
  const wordOf = ({ kind, offer }: ComparisonColumn) => {
    if (kind !== 'subscription') return offer && kind === 'package' ? offer.name : words[kind]
    return offer ? terms[priceTerm(offerPrice(offer))] : ''
  }
  const count = Map.groupBy(columns, wordOf)
  return new Map(
    columns.map(column => {
      const word = wordOf(column)
      return [column.key, (count.get(word)?.length ?? 0) > 1 && column.offer ? column.offer.name : word]
    }),
  )
}
