import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button, LinkButton } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { useChannel } from '../../context'
import { teamStore } from '../../stores/TeamStore'
import type { Member, Role } from '../../teamApi'
import { ROLES } from './roles'

/** The members of the team with a choice of roles. The last owner keeps the role. */
export const MemberTable = observer(function MemberTable({ members }: { members: readonly Member[] }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(teamStore)
  const { toasts } = channel.shell
  const formatError = useErrorMessage()
  const heading = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const leavingName = leaving ? displayName(leaving) : ''

  async function setRole(member: Member, role: Role) {
    const error = await store.setRole(member, role)
    if (error) toasts.show(formatError(error), { type: 'error' })
    else if (member.account_id === channel.viewer.id) await channel.viewer.refresh()
  }

  async function remove(member: Member) {
    const error = await store.remove(member)
    setLeaving(null)
    if (error) toasts.show(formatError(error), { type: 'error' })
    else toasts.show(t`${leavingName} no longer belongs to the team`, { type: 'success' })
    if (!error && member.account_id === channel.viewer.id) await channel.viewer.refresh()
  }

  return (
    <section className="stack">
      <h2 ref={heading} className="display h3" tabIndex={-1}>
        <Trans>Members</Trans>
      </h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            <th scope="col">
              <Trans>Role</Trans>
            </th>
            <th scope="col">
              <Trans>Authenticator app</Trans>
            </th>
            <th scope="col">
              <span className="sr-only">
                <Trans>Actions</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map(member => (
            <MemberRow
              key={member.account_id}
              member={member}
              isSelf={member.account_id === channel.viewer.id}
              isLocked={store.isLastOwner(member)}
              busy={store.busy.has(`member-${member.account_id}`)}
              onRole={role => void setRole(member, role)}
              onRemove={() => setLeaving(member)}
            />
          ))}
        </tbody>
      </table>
      {leaving ? (
        <Dialog
          open
          onClose={() => setLeaving(null)}
          finalFocus={() => (members.includes(leaving) ? null : heading.current)}
          title={t`Remove ${leavingName} from the team?`}
          description={t`They lose access to the studio at once. Their viewer account stays.`}
          actions={
            <>
              <Button onClick={() => setLeaving(null)}>
                <Trans>Cancel</Trans>
              </Button>
              <Button
                kind="danger"
                busy={store.busy.has(`member-${leaving.account_id}`)}
                onClick={() => void remove(leaving)}
              >
                <Trans>Remove</Trans>
              </Button>
            </>
          }
        />
      ) : null}
    </section>
  )
})

const displayName = ({ name, email }: Member) => name || email

interface RowProps {
  member: Member
  isSelf: boolean
  isLocked: boolean
  busy: boolean
  onRole: (role: Role) => void
  onRemove: () => void
}

function MemberRow({ member, isSelf, isLocked, busy, onRole, onRemove }: RowProps) {
  const { t } = useLingui()
  const name = displayName(member)
  return (
    <tr aria-busy={busy || undefined}>
      <td data-label={t`Name`}>
        <span className="team__person">
          <strong>
            {name} {isSelf ? <Trans>(you)</Trans> : null}
          </strong>
          {member.name ? <span className="muted">{member.email}</span> : null}
        </span>
      </td>
      <td data-label={t`Role`}>
        <select
          className="select"
          aria-label={t`Role of ${name}`}
          value={member.role}
          disabled={isLocked || busy}
          title={isLocked ? t`A channel needs an owner` : undefined}
          onChange={event => onRole(event.target.value as Role)}
        >
          {ROLES.map(({ role, label }) => (
            <option key={role} value={role}>
              {t(label)}
            </option>
          ))}
        </select>
      </td>
      <td data-label={t`Authenticator app`}>
        {member.two_factor ? (
          <Trans context="authenticator app">On</Trans>
        ) : (
          <Trans context="authenticator app">Off</Trans>
        )}
      </td>
      <td data-label="">
        <span className="actions team__actions">
          {member.role === 'scorekeeper' ? (
            <LinkButton size="s" to={`/studio/team/${member.account_id}/events`}>
              <Plural value={member.event_ids.length} _0="Assign events" one="# event" other="# events" />
              <span className="sr-only">{name}</span>
            </LinkButton>
          ) : null}
          {isLocked ? null : (
            <Button kind="quiet" size="s" aria-haspopup="dialog" onClick={onRemove}>
              <Trans>
                Remove <span className="sr-only">{name}</span>
              </Trans>
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}
