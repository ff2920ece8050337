import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ChangeEvent } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Field, TextField } from '@/shared/ui/Field'
import { useBilling } from '../../../context'
import { studioSharesStore } from '../../../stores/StudioSharesStore'
import {
  type NewParty,
  type NewRule,
  PARTY_KINDS,
  type PartyKind,
  SHARE_BASES,
  type ShareBasis,
  type ShareParty,
} from '../../../studioSharesApi'
import { useShareLabels } from './useShareLabels'

/** The dialog that adds a party, or edits the one in the form. */
export const PartyDialog = observer(function PartyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const formatError = useErrorMessage()
  const { partyForm: form } = store
  const isNew = !form.values.key
  const isChannel = form.values.kind === 'channel'
  const bind = (name: keyof NewParty) => {
    const error = form.errorOf(name)
    return {
      value: form.values[name],
      error: error && formatError(error),
      onChange: (event: ChangeEvent<HTMLInputElement>) => form.change(name, event.target.value),
    }
  }
  return (
    <ConfirmDialog
      form={form}
      title={isNew ? t`Add a party` : t`Edit party`}
      description={
        isChannel ? (
          <Trans>The other channel of a bundle. Its share is set in the bundle.</Trans>
        ) : (
          <Trans>A school, team, league or sponsor that gets a share of the net revenue.</Trans>
        )
      }
      action={isNew ? <Trans>Add party</Trans> : <Trans>Save changes</Trans>}
      disabled={!form.values.name.trim()}
      onConfirm={() => void store.saveParty().then(isSaved => isSaved && onClose())}
      onClose={onClose}
    >
      <TextField label={t`Name`} {...bind('name')} />
      {isChannel ? null : <PartyGames />}
      <TextField
        label={t`Stripe account for payouts`}
        hint={t`Optional. The ID begins with acct_.`}
        {...bind('payout_account')}
      />
    </ConfirmDialog>
  )
})

/** The kind of a party, and its games. */
const PartyGames = observer(function PartyGames() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const { kinds } = useShareLabels()
  const { partyForm: form } = store
  const { teams = [], schools = [] } = store.month.value ?? {}
  return (
    <>
      <Field label={t`Kind`}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.values.kind}
            onChange={event => form.change('kind', event.target.value as PartyKind)}
          >
            {PARTY_KINDS.map(kind => (
              <option key={kind} value={kind}>
                {kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t`Games`} hint={t`The party gets a share of these games.`}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.values.games}
            onChange={event => form.change('games', event.target.value)}
          >
            <option value="">{t`All games of the channel`}</option>
            {schools.length ? (
              <optgroup label={t`All teams of a school`}>
                {schools.map(({ id, name }) => (
                  <option key={id} value={`group_id ${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ) : null}
            {teams.length ? (
              <optgroup label={t`One team`}>
                {teams.map(({ id, name }) => (
                  <option key={id} value={`participant_id ${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ) : null}
          </select>
        )}
      </Field>
    </>
  )
})

/** The dialog that adds a rule. Rules are never changed, only followed by later ones. */
export const RuleDialog = observer(function RuleDialog({
  parties,
  onClose,
}: {
  parties: readonly ShareParty[]
  onClose: () => void
}) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const formatError = useErrorMessage()
  const { bases } = useShareLabels()
  const { ruleForm: form } = store
  const { values } = form
  const bind = (name: keyof NewRule) => {
    const error = form.errorOf(name)
    return {
      value: values[name],
      error: error && formatError(error),
      onChange: (event: ChangeEvent<HTMLInputElement>) => form.change(name, event.target.value),
    }
  }
  const isFixed = values.basis === 'fixed'
  const isReady = values.party && values.month && (isFixed ? values.amount : values.percent)
  return (
    <ConfirmDialog
      form={form}
      title={t`Add a rule`}
      description={
        <Trans>A rule cannot be changed. To end or change a share, add a rule from a later month on.</Trans>
      }
      action={<Trans>Add rule</Trans>}
      disabled={!isReady}
      onConfirm={() => void store.addRule().then(isAdded => isAdded && onClose())}
      onClose={onClose}
    >
      <Field label={t`Party`}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={values.party}
            onChange={event => form.change('party', event.target.value)}
          >
            <option value="">{t`Choose a party`}</option>
            {parties.map(party => (
              <option key={party.key} value={party.key}>
                {party.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t`Share of`}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={values.basis}
            onChange={event => form.change('basis', event.target.value as ShareBasis)}
          >
            {SHARE_BASES.map(basis => (
              <option key={basis} value={basis}>
                {bases[basis]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label={t`From month`} type="month" {...bind('month')} />
      {isFixed ? (
        <TextField label={t`Amount per month`} inputMode="decimal" {...bind('amount')} />
      ) : (
        <TextField label={t`Percent of net revenue`} inputMode="decimal" {...bind('percent')} />
      )}
    </ConfirmDialog>
  )
})
