import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { OpenRoomsProvider } from '@/shared/studio/openRooms'
import { isInRoom, type StudioGroup } from '@/shared/studio/rooms'
import { Button, LinkButton } from '@/shared/ui/Button'
import { FullPageState } from '@/shared/ui/FullPageState'
import { ROLE_LABELS } from '../../components/studio/roles'
import { StudioNavigation } from '../../components/studio/StudioNavigation'
import { useChannelRefresh } from '../../components/studio/useChannelRefresh'
import { useChannel } from '../../context'
import { SINGLE_SIGN_ON } from '../../providers'
import { socialStore } from '../../stores/SocialStore'
import Invitation from './Invitation'
import '../../components/studio/Studio.css'

/** `/studio`: the rooms in which a team runs the channel, and the invitation to join it. */
export default function Studio({ groups }: { groups: readonly StudioGroup[] }) {
  return (
    <Routes>
      <Route path="invitation" element={<Invitation />} />
      <Route path="*" element={<Rooms groups={groups} />} />
    </Routes>
  )
}

const Rooms = observer(function Rooms({ groups }: { groups: readonly StudioGroup[] }) {
  const { viewer } = useChannel()
  const studio = viewer.user?.studio
  const { pathname } = useLocation()
  const [, , room] = pathname.split('/')
  // The role may have changed since the last room. The server checks it at each request anyway.
  useEffect(() => void viewer.refresh(), [viewer, room])
  useChannelRefresh()
  if (!studio) return <OperatorsOnly email={viewer.email} />
  if (studio.second_factor_missing) return <SecondFactorMissing />
  if (studio.single_sign_on_missing) return <SingleSignOnMissing />
  const openGroups = groups
    .map(({ label, rooms }) => ({
      label,
      rooms: rooms.filter(({ permission }) => !permission || studio.permissions.includes(permission)),
    }))
    .filter(({ rooms }) => rooms.length)
  const openRooms = openGroups.flatMap(({ rooms }) => rooms)
  const [first] = openRooms
  return (
    <div className="studio">
      <StudioNavigation groups={openGroups} />
      <div className="studio__room">
        <OpenRoomsProvider value={new Set(openRooms.map(({ path }) => path))}>
          <Routes>
            {openRooms.map(({ path, Screen }) => (
              <Route key={path} path={`${path}/*`} element={<Screen />} />
            ))}
            <Route index element={first ? <Navigate to={first.path} replace /> : <NoRooms />} />
            <Route path="*" element={<RoomClosed isKnown={isRoom(groups, pathname)} />} />
          </Routes>
        </OpenRoomsProvider>
      </div>
    </div>
  )
})

const isRoom = (groups: readonly StudioGroup[], pathname: string) =>
  groups.some(({ rooms }) => rooms.some(room => isInRoom(room, pathname)))

/** The message for viewers who are not operators. */
function OperatorsOnly({ email }: { email: string | null }) {
  const { t } = useLingui()
  useDocumentTitle(t`Studio`)
  return (
    <FullPageState icon="lock" title={t`The studio is for the channel’s team`} actions={<BackHome />}>
      <p>
        <Trans>
          You’re logged in as {email ?? ''}, but this account doesn’t belong to the team. Ask an owner of the
          channel to invite you.
        </Trans>
      </p>
    </FullPageState>
  )
}

/** The message for operators who must set up an authenticator app first. */
function SecondFactorMissing() {
  const { t } = useLingui()
  useDocumentTitle(t`Studio`)
  return (
    <FullPageState
      icon="lock"
      title={t`Set up an authenticator app first`}
      actions={
        <LinkButton kind="primary" to="/profile/security">
          <Trans>Open security settings</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>This channel requires a login code from everyone on its team.</Trans>
      </p>
    </FullPageState>
  )
}

/** The message for operators who logged in another way, or more than a day ago. A login needs a logout first. */
const SingleSignOnMissing = observer(function SingleSignOnMissing() {
  const { t } = useLingui()
  const channel = useChannel()
  const { viewer, settings } = channel
  const name = settings.auth.single_sign_on ?? ''
  useDocumentTitle(t`Studio`)

  async function logInAgain() {
    await viewer.logOut()
    location.assign(await channel.resolve(socialStore).loginUrl(SINGLE_SIGN_ON))
  }

  return (
    <FullPageState
      icon="lock"
      title={t`Log in with ${name} to open the studio`}
      actions={
        <Button kind="primary" onClick={() => void logInAgain()}>
          <Trans>Log in with {name}</Trans>
        </Button>
      }
    >
      <p>
        <Trans>This channel asks its team to log in with {name}, at least once a day.</Trans>
      </p>
    </FullPageState>
  )
})

/** The message for a role without a room. */
const NoRooms = observer(function NoRooms() {
  const { t } = useLingui()
  const { viewer } = useChannel()
  const { studio } = viewer.user ?? {}
  const role = studio ? t(ROLE_LABELS[studio.role]) : ''
  useDocumentTitle(t`Studio`)
  return (
    <FullPageState icon="info" title={t`You’re on the team`} actions={<BackHome />}>
      <p>
        <Trans>Your role is “{role}”. It has no pages in the studio yet.</Trans>
      </p>
    </FullPageState>
  )
})

/** The message for a room that the role does not include, or that does not exist. */
function RoomClosed({ isKnown }: { isKnown: boolean }) {
  const { t } = useLingui()
  useDocumentTitle(t`Studio`)
  if (!isKnown) return <Navigate to="/404" replace />
  return (
    <FullPageState icon="lock" title={t`Your role doesn’t include this page`} actions={<BackHome />}>
      <p>
        <Trans>Ask an owner of the channel for access.</Trans>
      </p>
    </FullPageState>
  )
}

const BackHome = () => (
  <LinkButton kind="primary" to="/">
    <Trans>Back to home</Trans>
  </LinkButton>
)
