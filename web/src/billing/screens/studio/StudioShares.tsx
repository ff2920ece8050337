import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { EmptyState } from '@/shared/ui/states'
import { PartyDialog, RuleDialog } from '../../components/studio/shares/ShareDialogs'
import { ShareParties } from '../../components/studio/shares/ShareParties'
import { ShareRules } from '../../components/studio/shares/ShareRules'
import { ShareStatements } from '../../components/studio/shares/ShareStatements'
import { useShareLabels } from '../../components/studio/shares/useShareLabels'
import { useBilling } from '../../context'
import { studioSharesStore } from '../../stores/StudioSharesStore'
import type { ShareMonth } from '../../studioSharesApi'

type OpenDialog = 'party' | 'rule' | 'close' | null

/** `/studio/shares`: who gets which part of a month’s net revenue, and the rules. */
export default observer(function StudioShares() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const load = useCallback(() => void store.load(null), [store])
  useEffect(load, [load])
  const { value } = store.month
  function closeDialog() {
    store.clearForms()
    setDialog(null)
  }
  return (
    <StudioPage
      title={t`Revenue shares`}
      lede={<Trans>What schools, teams, leagues and sponsors get of the net revenue.</Trans>}
      actions={
        value ? (
          <>
            <Button icon="plus" aria-haspopup="dialog" onClick={() => setDialog('party')}>
              <Trans>Add party</Trans>
            </Button>
            {value.parties.length ? (
              <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => setDialog('rule')}>
                <Trans>Add rule</Trans>
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <Loaded source={store.month} errorTitle={t`The revenue shares could not be loaded`} onRetry={load}>
        {month => (
          <div className="stack stack--8">
            {month.parties.length ? (
              <Statements month={month} onClose={() => setDialog('close')} />
            ) : (
              <EmptyState icon="ticket" title={t`Nobody gets a share yet`}>
                <Trans>Add a party and a rule. All net revenue stays with the channel until then.</Trans>
              </EmptyState>
            )}
            {month.rules.length ? <ShareRules month={month} onChange={() => setDialog('rule')} /> : null}
            {month.parties.length ? <ShareParties month={month} onEdit={() => setDialog('party')} /> : null}
          </div>
        )}
      </Loaded>
      {dialog === 'party' ? <PartyDialog onClose={closeDialog} /> : null}
      {dialog === 'rule' && value ? <RuleDialog parties={value.parties} onClose={closeDialog} /> : null}
      {dialog === 'close' && value ? <CloseDialog month={value.month} onClose={closeDialog} /> : null}
    </StudioPage>
  )
})

const Statements = observer(function Statements({
  month,
  onClose,
}: {
  month: ShareMonth
  onClose: () => void
}) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const labels = useShareLabels()
  const name = labels.month(month.month)
  return (
    <section className="stack" aria-label={name}>
      <div className="cluster">
        <TextField
          label={t`Month`}
          type="month"
          value={month.month}
          onChange={event => event.target.value && void store.load(event.target.value)}
        />
        {month.can_close ? (
          <Button kind="primary" aria-haspopup="dialog" onClick={onClose}>
            <Trans>Close {name}</Trans>
          </Button>
        ) : null}
      </div>
      <p className="muted" role="status">
        {month.closed_at ? (
          <Trans>{name} is closed. Its statements never change.</Trans>
        ) : (
          <Trans>{name} is open. The amounts can still change.</Trans>
        )}{' '}
        {month.pending ? (
          <Plural
            value={month.pending}
            one="# payment waits for its taxes or fees."
            other="# payments wait for their taxes or fees."
          />
        ) : null}
      </p>
      {month.currencies.length ? (
        month.currencies.map(group => <ShareStatements key={group.currency} month={month} group={group} />)
      ) : (
        <p>
          <Trans>There were no payments in {name}.</Trans>
        </p>
      )}
    </section>
  )
})

const CloseDialog = observer(function CloseDialog({
  month,
  onClose,
}: {
  month: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const name = useShareLabels().month(month)
  return (
    <ConfirmDialog
      form={store.actionForm}
      title={t`Close ${name}?`}
      description={
        <Trans>The statements become final. Later refunds and fees are a part of the next month.</Trans>
      }
      action={<Trans>Close {name}</Trans>}
      onConfirm={() => void store.close(month).then(isClosed => isClosed && onClose())}
      onClose={onClose}
    />
  )
})
