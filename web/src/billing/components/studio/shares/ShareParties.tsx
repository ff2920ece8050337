import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { TableHead } from '@/shared/ui/TableHead'
import { useBilling } from '../../../context'
import { studioSharesStore } from '../../../stores/StudioSharesStore'
import type { ShareMonth, ShareParty } from '../../../studioSharesApi'
import { TextButton } from '../../TextButton'
import { useShareLabels } from './useShareLabels'

interface Props {
  month: ShareMonth
  onEdit: () => void
}

/** All parties, with their games and accounts. */
export const ShareParties = observer(function ShareParties({ month, onEdit }: Props) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const { kinds } = useShareLabels()
  const headings = [t`Party`, t`Kind`, t`Games`, t`Payout account`]
  function gamesOf({ kind, participant_id, group_id }: ShareParty) {
    if (kind === 'channel') return '–'
    if (group_id !== null) return month.schools.find(({ id }) => id === group_id)?.name ?? `#${group_id}`
    if (participant_id === null) return t`All games of the channel`
    return month.teams.find(({ id }) => id === participant_id)?.name ?? `#${participant_id}`
  }
  function edit(party: ShareParty) {
    store.editParty(party)
    onEdit()
  }
  return (
    <section className="stack" aria-label={t`Parties`}>
      <h2 className="display h3">
        <Trans>Parties</Trans>
      </h2>
      <table className="table">
        <TableHead headings={headings}>
          <th scope="col" />
        </TableHead>
        <tbody>
          {month.parties.map(party => {
            const { name } = party
            return (
              <tr key={party.key}>
                <td data-label={headings[0]}>
                  <strong>{name}</strong>
                </td>
                <td data-label={headings[1]}>{kinds[party.kind]}</td>
                <td data-label={headings[2]}>{gamesOf(party)}</td>
                <td data-label={headings[3]}>{party.payout_account ?? '–'}</td>
                <td>
                  <TextButton onClick={() => edit(party)}>
                    <Trans>
                      Edit<span className="sr-only"> {name}</span>
                    </Trans>
                  </TextButton>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
})
