import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import type { ImportResult } from '../../../importApi'

/** What the import did, with a link to its revision in the log. */
export function ImportResultPanel({ result }: { result: ImportResult }) {
  const { t } = useLingui()
  const { created, changed, revision } = result
  return (
    <section className="panel stack" role="status">
      <h2 className="display h3">
        {revision === null ? t`Nothing has changed` : t`The schedule is imported`}
      </h2>
      <p>
        <Trans>
          New games: {created}. Changed games: {changed}.
        </Trans>
      </p>
      {revision === null ? null : (
        <div className="actions">
          <LinkButton kind="primary" to="/studio/activity">
            <Trans>Show revision {revision}</Trans>
          </LinkButton>
        </div>
      )}
    </section>
  )
}
