import { Trans } from '@lingui/react/macro'
import { BLACKOUT_FIELDS } from '../../../brandFields'
import { BrandFields } from './BrandFields'

/** The blackouts of the whole channel. */
export function RegionsTab() {
  return (
    <div className="content-form">
      <p className="hint">
        <Trans>
          A blackout of the channel closes all events and videos in these countries. Events and categories can have
          more blackouts of their own.
        </Trans>
      </p>
      <BrandFields section="channel" fields={BLACKOUT_FIELDS} />
    </div>
  )
}
