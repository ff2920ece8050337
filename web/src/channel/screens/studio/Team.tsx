import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { InviteForm } from '../../components/studio/InviteForm'
import { MemberTable } from '../../components/studio/MemberTable'
import { PendingInvitations } from '../../components/studio/PendingInvitations'
import { useChannel } from '../../context'
import { teamStore } from '../../stores/TeamStore'
import '@/shared/ui/Panel.css'
import '@/shared/ui/Table.css'

/** `/studio/team`: the members of the team, their roles, and invitations. */
export default observer(function Team() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(teamStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useDocumentTitle(t`Team`)
  const { value: team, error, isBusy } = store.team
  const { name } = channel.settings
  return (
    <div className="page page--narrow team" aria-busy={isBusy && !team}>
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Team</Trans>
        </h1>
        <p className="lede">
          <Trans>The people who run {name}, and what they may do.</Trans>
        </p>
      </div>
      {team ? (
        <div className="stack stack--8">
          <InviteForm />
          <MemberTable members={team.members} />
          <PendingInvitations invitations={team.invitations} />
        </div>
      ) : error ? (
        <ErrorState title={t`The team could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        <div className="stack">
          <SkeletonLine width={60} />
          <SkeletonLine width={80} />
          <SkeletonLine width={70} />
        </div>
      )}
    </div>
  )
})
