import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDayAndTime } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { LazyMenu } from '@/shared/ui/LazyMenu'
import { useClips } from '../../context'
import type { ClipAction, ModeratedClip } from '../../moderationApi'
import { moderationStore } from '../../stores/ModerationStore'
import { ClipPreview } from './ClipPreview'
import type { Decision } from './DecisionDialog'
import { OpenReports } from './OpenReports'

const DecisionDialog = lazyComponent(() => import('./DecisionDialog'))

/** A clip with its picture, its reports and the actions of operators. */
export const ModeratedClipCard = observer(function ModeratedClipCard({ clip }: { clip: ModeratedClip }) {
  const { t, i18n } = useLingui()
  const clips = useClips()
  const store = clips.resolve(moderationStore)
  const { shell } = clips
  const getMessage = useErrorMessage()
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { name, creator, reports } = clip
  const isBusy = store.busy.has(clip.id)
  const done: Record<ClipAction, string> = {
    hide: t`The clip is hidden`,
    unhide: t`The clip is visible again`,
    approve: t`The name is approved`,
    feature: t`The clip is featured on the home page`,
    unfeature: t`The clip is no longer featured`,
    'dismiss-reports': t`The reports are closed`,
    retry: t`The clip is queued`,
    'block-creator': t`The maker can’t create clips anymore`,
    'unblock-creator': t`The maker can create clips again`,
  }

  async function act(action: ClipAction | 'delete', reason = '') {
    const isDeletion = action === 'delete'
    const error = await (isDeletion ? store.remove(clip, reason) : store.act(clip, action, reason))
    setDecision(null)
    if (error) shell.toasts.show(getMessage(error), { type: 'error' })
    else shell.toasts.show(isDeletion ? t`The clip is deleted` : done[action], { type: 'success' })
  }

  const item = (key: ClipAction, label: string, onSelect: () => void = () => void act(key)) => ({
    key,
    label,
    onSelect,
  })
  const blockItem = ({ blocked }: NonNullable<typeof creator>) =>
    blocked
      ? item('unblock-creator', t`Unblock maker`)
      : item('block-creator', t`Block maker`, () => setDecision('block-creator'))
  const items = [
    ...(clip.featured ? [item('feature', t`Move to the front`), item('unfeature', t`Stop featuring`)] : []),
    ...(clip.name_approved || clip.hidden ? [] : [item('approve', t`Approve name`)]),
    ...(creator ? [blockItem(creator)] : []),
    { key: 'delete', label: t`Delete clip`, onSelect: () => setDecision('delete') },
  ]
  const menuButton = (
    <Button
      size="s"
      kind="quiet"
      aria-label={t`More actions for ${name}`}
      aria-haspopup="menu"
      onPointerEnter={LazyMenu.preload}
      onClick={isMenuOpen ? undefined : () => setMenuOpen(true)}
    >
      <Trans>More</Trans>
    </Button>
  )
  return (
    <li className="moderated-clip" aria-busy={isBusy || undefined}>
      <ClipPreview clip={clip} />
      <div className="moderated-clip__text">
        <h2>
          <Link to={`/watch_library/${clip.id}`}>{clip.name}</Link>
        </h2>
        <p className="hint">{clip.event.name || t`Deleted event`}</p>
        <p className="hint">
          {creator ? creator.name || t`No name` : t`Made by the channel`} ·{' '}
          {formatDayAndTime(Date.parse(clip.created_at), { language: i18n.locale })}
        </p>
        <div className="moderated-clip__badges">
          {clip.featured ? (
            <Badge tone="success">
              <Trans>Featured</Trans>
            </Badge>
          ) : null}
          {reports.length ? (
            <Badge tone="danger">
              <Plural value={reports.length} one="# report" other="# reports" />
            </Badge>
          ) : null}
          {clip.hidden ? (
            <Badge tone="warning">
              {clip.hidden_by_reports ? <Trans>Hidden by reports</Trans> : <Trans>Hidden</Trans>}
            </Badge>
          ) : null}
          {clip.state === 'failed' ? (
            <Badge tone="danger">
              <Trans>Failed</Trans>
            </Badge>
          ) : null}
          {creator?.blocked ? (
            <Badge tone="plain">
              <Trans>Maker blocked</Trans>
            </Badge>
          ) : null}
        </div>
        {clip.failure_message ? <p className="hint">{clip.failure_message}</p> : null}
        {reports.length ? <OpenReports reports={reports} /> : null}
      </div>
      <div className="actions moderated-clip__actions">
        {clip.hidden ? (
          <Button size="s" busy={isBusy} onClick={() => void act('unhide')}>
            <Trans>Show again</Trans>
          </Button>
        ) : (
          <Button size="s" busy={isBusy} aria-haspopup="dialog" onClick={() => setDecision('hide')}>
            <Trans>Hide</Trans>
          </Button>
        )}
        {clip.featured || clip.hidden || clip.state === 'failed' ? null : (
          <Button size="s" busy={isBusy} aria-haspopup="dialog" onClick={() => setDecision('feature')}>
            <Trans>Feature</Trans>
          </Button>
        )}
        {reports.length ? (
          <Button size="s" onClick={() => void act('dismiss-reports')}>
            <Trans>Dismiss reports</Trans>
          </Button>
        ) : null}
        {clip.state === 'failed' ? (
          <Button size="s" onClick={() => void act('retry')}>
            <Trans>Retry</Trans>
          </Button>
        ) : null}
        {isMenuOpen ? (
          <LazyMenu trigger={menuButton} items={items} onLoadError={() => setMenuOpen(false)} />
        ) : (
          menuButton
        )}
      </div>
      {decision ? (
        <DecisionDialog
          decision={decision}
          name={clip.name}
          busy={isBusy}
          onDecide={reason => void act(decision, reason)}
          onClose={() => setDecision(null)}
        />
      ) : null}
    </li>
  )
})
