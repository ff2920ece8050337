import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useCopy } from '@/shared/hooks/useCopy'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { useAnalytics } from '../../context'
import type { NewSponsorLink, SponsorLink } from '../../sponsorsApi'
import { sponsorsStore } from '../../stores/SponsorsStore'
import '@/shared/ui/Panel.css'

const LINK_DAYS = [30, 90, 365] as const

/** The links with which a sponsor reads its report without an account: create, list, revoke. */
export const SponsorLinks = observer(function SponsorLinks({ sponsor }: { sponsor: string }) {
  const { t } = useLingui()
  const analytics = useAnalytics()
  const store = analytics.resolve(sponsorsStore)
  const [isAdding, setIsAdding] = useState(false)
  const [revoking, setRevoking] = useState<SponsorLink | null>(null)
  const load = useCallback(() => void store.loadLinks(sponsor), [store, sponsor])
  useEffect(load, [load])

  async function create() {
    if (await store.createLink(sponsor)) setIsAdding(false)
  }

  async function revoke(link: SponsorLink) {
    if (await store.revokeLink(sponsor, link.id)) setRevoking(null)
  }

  return (
    <section className="panel stack" aria-labelledby="sponsor-links">
      <h2 className="display h3" id="sponsor-links">
        <Trans>Links for the sponsor</Trans>
      </h2>
      <p className="muted">
        <Trans>With a link, the sponsor opens this report without an account. It shows no viewers.</Trans>
      </p>
      {store.created ? <NewLink link={store.created} onHide={() => store.hideLink()} /> : null}
      <Loaded source={store.links} errorTitle={t`The links could not be loaded`} onRetry={load}>
        {links =>
          links.length > 0 ? (
            <ul className="stack">
              {links.map(link => (
                <LinkRow key={link.id} link={link} onRevoke={() => setRevoking(link)} />
              ))}
            </ul>
          ) : (
            <p className="muted">
              <Trans>There is no link yet.</Trans>
            </p>
          )
        }
      </Loaded>
      <div>
        <Button icon="plus" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
          <Trans>Create link</Trans>
        </Button>
      </div>
      {isAdding ? <LinkDialog onCreate={() => void create()} onClose={() => setIsAdding(false)} /> : null}
      {revoking ? (
        <ConfirmDialog
          form={store.actionForm}
          title={t`Revoke the link?`}
          description={t`The link stops working at once.`}
          action={<Trans>Revoke link</Trans>}
          danger
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      ) : null}
    </section>
  )
})

function LinkRow({ link, onRevoke }: { link: SponsorLink; onRevoke: () => void }) {
  const { t, i18n } = useLingui()
  const { time_zone: timeZone } = useAnalytics().shell.channel.settings
  const expires = formatDayAndTime(Date.parse(link.expires_at), { language: i18n.locale, timeZone })
  const name = link.label || t`Link ${link.id}`
  return (
    <li className="spread">
      <span className="stack stack--1">
        <strong>{name}</strong>
        <span className="muted">
          <Trans>Works until {expires}</Trans>
        </span>
      </span>
      <Button kind="danger" size="s" aria-haspopup="dialog" aria-label={t`Revoke ${name}`} onClick={onRevoke}>
        <Trans>Revoke…</Trans>
      </Button>
    </li>
  )
}

const LinkDialog = observer(function LinkDialog({
  onCreate,
  onClose,
}: {
  onCreate: () => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const { linkForm: form } = useAnalytics().resolve(sponsorsStore)
  const { values } = form
  return (
    <ConfirmDialog
      form={form}
      title={t`Create a link to the report`}
      description={t`Everybody who has the link can read the report until it expires or you revoke it.`}
      action={<Trans>Create link</Trans>}
      onConfirm={onCreate}
      onClose={onClose}
    >
      <TextField
        label={t`Name of the link`}
        hint={t`Who gets it, such as a person at the sponsor.`}
        value={values.label}
        maxLength={80}
        onChange={event => form.change('label', event.target.value)}
      />
      <SegmentedControl
        label={t`Works for`}
        choices={LINK_DAYS.map(days => ({ value: String(days), label: t`${days} days` }))}
        value={String(values.days)}
        onChange={value => form.change('days', Number(value))}
      />
    </ConfirmDialog>
  )
})

/** The address of a new link, which is shown once. */
function NewLink({ link, onHide }: { link: NewSponsorLink; onHide: () => void }) {
  const { t } = useLingui()
  const copy = useCopy(useAnalytics().shell.toasts)
  return (
    <div className="stack stack--2" role="status">
      <label className="label" htmlFor="sponsor-link-url">
        <Trans>New link</Trans>
      </label>
      <input id="sponsor-link-url" className="input" readOnly value={link.url} />
      <p className="hint">
        <Trans>The address is shown only now. Send it to the sponsor.</Trans>
      </p>
      <div className="cluster">
        <Button size="s" onClick={() => void copy(link.url, t`Link copied`)}>
          <Trans>Copy link</Trans>
        </Button>
        <Button size="s" onClick={onHide}>
          <Trans>Hide</Trans>
        </Button>
      </div>
    </div>
  )
}
