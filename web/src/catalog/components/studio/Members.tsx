import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { formatDate } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { PagedList } from '@/shared/studio/PagedList'
import { SearchField } from '@/shared/studio/SearchField'
import { useUrlFilter } from '@/shared/studio/urlFilter'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { EmptyState } from '@/shared/ui/states'
import { TableHead } from '@/shared/ui/TableHead'
import { useCatalog } from '../../context'
import type { AddedMembers, TeamMember } from '../../membersApi'
import { createMembersStore, type MembersStore } from '../../stores/studio/MembersStore'

const FILTERS = ['query'] as const

/** `/studio/content/teams/:key/members`: the accounts that may watch the private games of a team. */
const Members = observer(function Members({ team }: { team: string }) {
  const { t } = useLingui()
  const { shell } = useCatalog()
  const [store] = useState(() => createMembersStore(shell.api, team))
  const [{ query }, changeFilter] = useUrlFilter(FILTERS)
  const load = useCallback(() => void store.load(query), [store, query])
  useEffect(load, [load])
  const search = useCallback((text: string | null) => changeFilter({ query: text }), [changeFilter])
  const { list } = store
  return (
    <div className="stack">
      <p className="lede">
        <Trans>
          Members can watch the games whose visibility is “Only members of the teams”. They log in with one of
          these email addresses and verify it. Paid games still need a pass.
        </Trans>
      </p>
      <AddMembers store={store} />
      <SearchField
        label={t`Search members`}
        hint={t`A part of the address`}
        value={query}
        onChange={search}
      />
      <PagedList
        list={list}
        errorTitle={t`The members could not be loaded`}
        onRetry={load}
        empty={
          query ? (
            <EmptyState icon="search" title={t`No member matches`}>
              <Trans>Check the spelling, or search for a part of the address.</Trans>
            </EmptyState>
          ) : (
            <EmptyState icon="user" title={t`No members yet`}>
              <Trans>Paste the email addresses of the team above.</Trans>
            </EmptyState>
          )
        }
      >
        {members => (
          <>
            <p className="muted" role="status">
              <Plural value={list.total} one="# member" other="# members" />
            </p>
            <MemberTable store={store} members={members} />
          </>
        )}
      </PagedList>
    </div>
  )
})
export default Members

const AddMembers = observer(function AddMembers({ store }: { store: MembersStore }) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { form, added } = store
  const refusal = form.errorOf('addresses') ?? form.errorMessage
  const { addresses } = form.values

  function submit(event: FormEvent) {
    event.preventDefault()
    if (addresses.trim()) void store.add()
  }

  return (
    <form className="panel stack" noValidate onSubmit={submit}>
      <h2 className="display h3">
        <Trans>Add members</Trans>
      </h2>
      <Field label={t`Email addresses`} hint={t`One per line, or separated by commas.`}>
        {ids => (
          <textarea
            {...ids}
            className="input content-form__text"
            rows={6}
            spellCheck={false}
            value={addresses}
            onChange={event => store.change(event.target.value)}
          />
        )}
      </Field>
      {added ? <Result added={added} /> : null}
      <FormError message={refusal ? formatError(refusal) : null} />
      <div className="actions">
        <Button kind="primary" submit busy={form.isBusy} disabled={!addresses.trim()}>
          <Trans>Add members</Trans>
        </Button>
      </div>
    </form>
  )
})

/** How many members were added, and a sentence for each bad line. */
function Result({ added }: { added: AddedMembers }) {
  return (
    <div className="stack stack--2" role="status">
      <p>
        <Plural value={added.added} one="# member added." other="# members added." />{' '}
        {added.already_members ? (
          <Plural
            value={added.already_members}
            one="# address was already on the list."
            other="# addresses were already on the list."
          />
        ) : null}
      </p>
      {added.problems.length ? (
        <>
          <ul className="error">
            {added.problems.map(({ line, text }) => (
              <li key={`${line} ${text}`}>
                <Trans>
                  Line {line}: “{text}” is not an email address.
                </Trans>
              </li>
            ))}
          </ul>
          <p className="hint">
            <Trans>Correct them in the field and add them again.</Trans>
          </p>
        </>
      ) : null}
    </div>
  )
}

const MemberTable = observer(function MemberTable({
  store,
  members,
}: {
  store: MembersStore
  members: readonly TeamMember[]
}) {
  const { t, i18n } = useLingui()
  const { shell } = useCatalog()
  const { time_zone: timeZone } = shell.channel.settings
  const [removed, setRemoved] = useState<TeamMember | null>(null)
  const headings = [t`Email`, t`Account`, t`Added`]

  async function remove(member: TeamMember) {
    if (!(await store.remove(member))) return
    shell.toasts.show(t`${member.email} was removed`, { type: 'success' })
    setRemoved(null)
  }

  return (
    <>
      <table className="table">
        <TableHead headings={headings}>
          <th scope="col">
            <span className="sr-only">{t`Actions`}</span>
          </th>
        </TableHead>
        <tbody>
          {members.map(member => (
            <tr key={member.id}>
              <td data-label={headings[0]}>{member.email}</td>
              <td data-label={headings[1]}>
                {member.has_account ? (
                  <Badge tone="plain">
                    <Trans>Verified</Trans>
                  </Badge>
                ) : (
                  <span className="muted">
                    <Trans>None yet</Trans>
                  </span>
                )}
              </td>
              <td data-label={headings[2]} className="tabular-nums">
                {formatDate(Date.parse(member.added_at), i18n.locale, { dateStyle: 'medium', timeZone })}
              </td>
              <td>
                <Button size="s" aria-label={t`Remove ${member.email}`} onClick={() => setRemoved(member)}>
                  <Trans>Remove</Trans>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {removed ? (
        <ConfirmDialog
          form={store.removal}
          title={t`Remove ${removed.email}`}
          description={t`This account can no longer find or watch the private games of this team. Playback ends within a minute.`}
          action={<Trans>Remove</Trans>}
          danger
          onConfirm={() => void remove(removed)}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </>
  )
})
