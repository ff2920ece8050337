import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, Route, useParams } from 'react-router'
import { useFormatters } from '@/shared/charts/useFormatters'
import { DetailList } from '@/shared/studio/DetailList'
import { Loaded } from '@/shared/studio/Loaded'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Badge } from '@/shared/ui/Badge'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { TableHead } from '@/shared/ui/TableHead'
import { FileButtons } from '../components/sponsors/FileButtons'
import { PeriodChoice } from '../components/sponsors/PeriodChoice'
import { SponsorFigures } from '../components/sponsors/SponsorFigures'
import { SponsorLinks } from '../components/sponsors/SponsorLinks'
import { usePeriod } from '../components/sponsors/usePeriod'
import { useAnalytics } from '../context'
import type { SponsorList, StudioSponsor } from '../sponsorsApi'
import { sponsorsStore } from '../stores/SponsorsStore'

const CONTENT = '/studio/content/sponsors'

/** `/studio/sponsors`: the sponsors with their figures, and the report of each. */
export default function Sponsors() {
  return (
    <RoomRoutes>
      <Route index element={<SponsorListPage />} />
      <Route path=":key" element={<SponsorPage />} />
    </RoomRoutes>
  )
}

const SponsorListPage = observer(function SponsorListPage() {
  const { t } = useLingui()
  const store = useAnalytics().resolve(sponsorsStore)
  const choice = usePeriod()
  const { period } = choice
  const load = useCallback(() => void store.loadList(period), [store, period])
  useEffect(load, [load])
  return (
    <StudioPage
      title={t`Sponsors`}
      lede={<Trans>Impressions, quartiles and clicks of the pre-rolls that sponsors pay for.</Trans>}
      actions={
        <LinkButton kind="primary" icon="plus" to={`${CONTENT}/_new`}>
          <Trans>Add sponsor</Trans>
        </LinkButton>
      }
    >
      <PeriodChoice {...choice} />
      <Loaded source={store.list} errorTitle={t`The sponsors could not be loaded`} onRetry={load}>
        {list => <SponsorTable list={list} />}
      </Loaded>
    </StudioPage>
  )
})

function SponsorTable({ list: { sponsors } }: { list: SponsorList }) {
  const { t } = useLingui()
  const format = useFormatters()
  const headings = [t`Sponsor`, t`Impressions`, t`Played to the end`, t`Clicks`, t`Pre-rolls`]
  if (sponsors.length === 0)
    return (
      <EmptyState icon="chart" title={t`No sponsors yet`}>
        <Trans>Add a sponsor, and choose it in the pre-rolls that it pays for.</Trans>
      </EmptyState>
    )
  return (
    <table className="table">
      <TableHead headings={headings} />
      <tbody>
        {sponsors.map(sponsor => (
          <tr key={sponsor.key}>
            <td data-label={headings[0]}>
              <span className="cluster">
                <Link className="link" to={`/studio/sponsors/${sponsor.key}`}>
                  {sponsor.name}
                </Link>
                {sponsor.is_archived ? <ArchivedBadge /> : null}
              </span>
            </td>
            <td data-label={headings[1]} className="tabular-nums">
              {format.count(sponsor.figures.impressions)}
            </td>
            <td data-label={headings[2]} className="tabular-nums">
              {format.share(sponsor.figures.completion_rate)}
            </td>
            <td data-label={headings[3]} className="tabular-nums">
              {format.count(sponsor.figures.clicks)}
            </td>
            <td data-label={headings[4]} className="tabular-nums">
              {format.count(sponsor.prerolls)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ArchivedBadge = () => (
  <Badge>
    <Trans>Archived</Trans>
  </Badge>
)

const SponsorPage = observer(function SponsorPage() {
  const { t } = useLingui()
  const { key = '' } = useParams()
  const store = useAnalytics().resolve(sponsorsStore)
  const choice = usePeriod()
  const { period } = choice
  const load = useCallback(() => void store.loadReport(key, period), [store, key, period])
  useEffect(load, [load])
  const report = store.report.value
  return (
    <StudioPage
      title={report?.sponsor.name ?? t`Sponsor`}
      parent={{ to: '/studio/sponsors', label: t`Sponsors` }}
      actions={
        <>
          <FileButtons
            name={`${key}-${period.from}-${period.to}`}
            load={format => store.file(key, period, format)}
          />
          <LinkButton icon="edit" to={`${CONTENT}/${key}`}>
            <Trans>Edit</Trans>
          </LinkButton>
        </>
      }
    >
      <PeriodChoice {...choice} />
      <Loaded source={store.report} errorTitle={t`The report could not be loaded`} onRetry={load}>
        {loaded => (
          <div className="stack stack--8">
            <Details sponsor={loaded.sponsor} />
            <SponsorFigures report={loaded} />
            <SponsorLinks sponsor={key} />
          </div>
        )}
      </Loaded>
    </StudioPage>
  )
})

function Details({ sponsor }: { sponsor: StudioSponsor }) {
  const { t } = useLingui()
  return (
    <div className="stack">
      {sponsor.is_archived ? (
        <p>
          <ArchivedBadge />{' '}
          <span className="muted">
            <Trans>The pre-rolls of an archived sponsor do not play.</Trans>
          </span>
        </p>
      ) : null}
      <DetailList
        rows={[
          [t`Website`, sponsor.url],
          [t`Contact`, sponsor.email],
          [t`Most times a day for each viewer`, sponsor.daily_cap ?? t`No limit`],
        ]}
      />
    </div>
  )
}
