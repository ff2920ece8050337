import { Trans, useLingui } from '@lingui/react/macro'
import { formatDayAndTime } from '@/shared/format/dates'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import type { RequestReply } from '../../requestsApi'

interface Props {
  reply: RequestReply
  busy: boolean
  onRetry: () => void
}

/** An answer of an operator, with the state of its email. */
export function ReplyItem({ reply, busy, onRetry }: Props) {
  const { t, i18n } = useLingui()
  const { author, state, failure } = reply
  const badge = {
    queued: { tone: 'warning', label: t`Queued` },
    sent: { tone: 'success', label: t`Sent` },
    failed: { tone: 'danger', label: t`Failed` },
  } as const
  return (
    <div className="reply stack stack--2">
      <div className="request-list__line">
        <strong>{author || t`Former operator`}</strong>
        <span className="hint">
          {formatDayAndTime(Date.parse(reply.created_at), { language: i18n.locale })}
        </span>
        <Badge tone={badge[state].tone}>{badge[state].label}</Badge>
      </div>
      <p className="reply__text">{reply.text}</p>
      {state === 'queued' && failure ? (
        <p className="hint">
          <Trans>The mail server doesn’t respond. We keep trying for a day.</Trans>
        </p>
      ) : null}
      {state === 'failed' ? (
        <>
          <p className="hint">
            {failure === 'rejected' ? (
              <Trans>The mail server rejected the address. Check it, then try again.</Trans>
            ) : (
              <Trans>The mail server didn’t respond for a day.</Trans>
            )}
          </p>
          <div className="actions">
            <Button size="s" busy={busy} onClick={onRetry}>
              <Trans>Send again</Trans>
            </Button>
          </div>
        </>
      ) : null}
    </div>
  )
}
