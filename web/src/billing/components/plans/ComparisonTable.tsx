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

/** The row labels of each capability. `watch` has two rows on a channel with events. */
const ROW_LABELS: Record<ReturnType<typeof comparedCapabilities>[number], readonly MessageDescriptor[]> = {
  watch: [msg`Live games`, msg`Replays`],
  vod_media: [msg`On-demand library`],
  clipping: [msg`Create and share clips`],
  download_clip: [msg`Download clips`],
  download: [msg`Download recordings`],
  no_ads: [msg`No ads`],
}

/** The table that compares the capabilities of all offers on sale. */
export const ComparisonTable = observer(function ComparisonTable({
  lines,
}: {
  lines: readonly OfferLine[] | null
}) {
  const { t, i18n } = useLingui()
  const { packages, subscriptions, categories } = useBilling().shell.channel
  // Single-event packages have no line in the list of everything on sale. They stay in the table.
  const isCompared = (offer: Offer) => !lines || isSingleEvent(offer) || isAvailable(lines, offer)
  const columns = comparisonColumns(packages.filter(isCompared), subscriptions.filter(isCompared))
  const columnLabels = useColumnLabels(columns)
  const capabilities = comparedCapabilities(columns).filter(
    capability => capability !== 'watch' || categories.length > 0,
  )
  if (columns.length < 2 || capabilities.length === 0) return null
  const rows = capabilities.flatMap(capability => ROW_LABELS[capability].map(name => ({ capability, name })))
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
                  {columnLabels.get(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ capability, name }) => (
              <tr key={name.id}>
                <th scope="row">{i18n._(name)}</th>
                {columns.map(column => (
                  <td key={column.key} data-label={columnLabels.get(column.key)}>
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

/** The cell of an included capability. For replays, it shows the days or the end of access. */
function IncludedCell({ column: { days, until }, replays }: { column: ComparisonColumn; replays: boolean }) {
  const { t } = useLingui()
  const dateOptions = useDateOptions()
  if (replays && days) return <Plural value={days} one="# day" other="# days" />
  if (replays && until) {
    const end = formatDay(until, dateOptions)
    return <Trans>until {end}</Trans>
  }
  return (
    <>
      <Icon name="check" />
      <span className="sr-only">{t({ message: 'yes', context: 'in a table' })}</span>
    </>
  )
}

/** Return the column labels by key: a short label, or the offer's name if two columns would share a label. */
function useColumnLabels(columns: readonly ComparisonColumn[]): ReadonlyMap<string, string> {
  const { t } = useLingui()
  const { categories } = useBilling().shell.channel
  const packageLabel = categories.length > 0 ? t`Season pass` : t`One-time payment`
  const kindLabels = { event: t`Single game`, team: t`Team pass`, package: packageLabel }
  const termLabels = { month: t`Monthly`, year: t`Annual`, season: t`Season`, once: t`One-time payment` }
  const labelOf = ({ kind, offer }: ComparisonColumn) => {
    if (kind !== 'subscription') return offer && kind === 'package' ? offer.name : kindLabels[kind]
    return offer ? termLabels[priceTerm(offerPrice(offer))] : ''
  }
  const columnsByLabel = Map.groupBy(columns, labelOf)
  return new Map(
    columns.map(column => {
      const label = labelOf(column)
      return [
        column.key,
        (columnsByLabel.get(label)?.length ?? 0) > 1 && column.offer ? column.offer.name : label,
      ]
    }),
  )
}
