import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Route } from 'react-router'
import { Loaded } from '@/shared/studio/Loaded'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { InviteForm } from '../../components/studio/InviteForm'
import { MemberTable } from '../../components/studio/MemberTable'
import { PendingInvitations } from '../../components/studio/PendingInvitations'
import { useChannel } from '../../context'
import { teamStore } from '../../stores/TeamStore'
import AssignedEvents from './AssignedEvents'
import '@/shared/ui/Panel.css'
import '@/shared/ui/Table.css'

/** `/studio/team`: the members of the team, their roles, and invitations. */
export default function Team() {
  return (
    <RoomRoutes>
      <Route index element={<TeamPage />} />
      <Route path=":id/events" element={<AssignedEvents />} />
    </RoomRoutes>
  )
}

const TeamPage = observer(function TeamPage() {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(teamStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { name } = channel.settings
  return (
    <StudioPage title={t`Team`} lede={<Trans>The people who run {name}, and what they may do.</Trans>}>
      <Loaded source={store.team} errorTitle={t`The team could not be loaded`} onRetry={load}>
        {team => (
          <div className="stack stack--8">
            <InviteForm />
            <MemberTable members={team.members} />
            <PendingInvitations invitations={team.invitations} />
          </div>
        )}
      </Loaded>
    </StudioPage>
  )
})
