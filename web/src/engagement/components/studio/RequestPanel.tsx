import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatDayAndTime } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { Loaded } from '@/shared/studio/Loaded'
import { Button } from '@/shared/ui/Button'
import { Select } from '@/shared/ui/Select'
import { useEngagement } from '../../context'
import type { FormRequest, RequestChanges } from '../../requestsApi'
import { requestsStore } from '../../stores/RequestsStore'
import { ReplyForm } from './ReplyForm'
import { ReplyItem } from './ReplyItem'
import '@/shared/ui/Panel.css'

/** The open request: who sent it, all answers, the conversation, and the form for an answer. */
export const RequestPanel = observer(function RequestPanel() {
  const { t } = useLingui()
  const { request } = useEngagement().resolve(requestsStore)
  return (
    <Loaded
      source={request}
      errorTitle={t`The request could not be loaded`}
      onRetry={() => void request.reload()}
    >
      {value => <RequestDetails request={value} />}
    </Loaded>
  )
})

const RequestDetails = observer(function RequestDetails({ request }: { request: FormRequest }) {
  const { t, i18n } = useLingui()
  const engagement = useEngagement()
  const store = engagement.resolve(requestsStore)
  const getMessage = useErrorMessage()
  const { toasts } = engagement.shell
  const report = (error: ErrorMessage | null, message: string) =>
    error ? toasts.show(getMessage(error), { type: 'error' }) : toasts.show(message, { type: 'success' })
  const update = async (changes: RequestChanges, message: string) =>
    report(await store.update(request, changes), message)
  const operators = store.choices.value?.operators ?? []
  const isClosed = request.status === 'closed'
  return (
    <article className="panel stack stack--6" aria-busy={store.isBusy}>
      <header className="request__head">
        <div className="stack stack--2">
          <h2 className="display h3" tabIndex={-1}>
            {request.sender_name || request.recipient || t`No name`}
          </h2>
          <p className="hint">
            {[
              request.form_title,
              request.recipient,
              formatDayAndTime(Date.parse(request.created_at), { language: i18n.locale }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="request__tools">
          <Select
            label={t`Assignee`}
            all={t`Not assigned`}
            options={operators.map(({ account_id: id, name }) => ({ value: String(id), label: name }))}
            value={request.assignee ? String(request.assignee.account_id) : null}
            onChange={id => void update({ assignee_id: id ? Number(id) : null }, t`The request is assigned`)}
          />
          {isClosed ? (
            <Button onClick={() => void update({ status: 'open' }, t`The request is open again`)}>
              <Trans>Reopen</Trans>
            </Button>
          ) : (
            <Button onClick={() => void update({ status: 'closed' }, t`The request is closed`)}>
              <Trans>Close request</Trans>
            </Button>
          )}
        </div>
      </header>
      <dl className="request__answers">
        {request.answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      {request.replies.length ? (
        <section className="stack" aria-label={t`Conversation`}>
          {request.replies.map(reply => (
            <ReplyItem
              key={reply.id}
              reply={reply}
              busy={store.isBusy}
              onRetry={async () => report(await store.retry(reply.id), t`The answer is queued`)}
            />
          ))}
        </section>
      ) : null}
      <ReplyForm request={request} onSent={() => report(null, t`Your answer is on its way`)} />
    </article>
  )
})
