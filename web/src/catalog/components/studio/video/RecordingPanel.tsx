import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatDayAndTime } from '@/shared/format/dates'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../../context'
import type { EventVideosStore } from '../../../stores/studio/EventVideosStore'
import type { EventVideos, RecordingAction } from '../../../videosApi'

const RecordingDialog = lazyComponent(() => import('./RecordingDialog'))

interface Props {
  store: EventVideosStore
  videos: EventVideos
}

/** Who sees the recording, and the buttons that change it. */
export const RecordingPanel = observer(function RecordingPanel({ store, videos }: Props) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const { recording_state: state } = videos
  async function act(kind: RecordingAction, confirm = false) {
    if (!(await store.act(kind, confirm)))
      toasts.show(t`That did not work. Please try again.`, { type: 'error' })
  }
  return (
    <section className="panel stack" aria-label={t`Who sees the recording`}>
      <Visibility videos={videos} />
      <div className="actions" aria-busy={store.isChanging}>
        {state === '' ? (
          <Button size="s" onClick={() => void act('hide')}>
            <Trans>Hide</Trans>
          </Button>
        ) : null}
        {state === 'hidden' ? (
          <Button size="s" kind="primary" onClick={() => void act('show')}>
            <Trans>Show again</Trans>
          </Button>
        ) : null}
        {state === 'withdrawn' ? (
          <Button size="s" kind="primary" onClick={() => void act('restore')}>
            <Trans>Restore</Trans>
          </Button>
        ) : (
          <Button size="s" aria-haspopup="dialog" onClick={() => void act('withdraw')}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
        <Button size="s" kind="quiet" aria-haspopup="dialog" onClick={() => void act('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {store.pending ? (
        <RecordingDialog
          pending={store.pending}
          busy={store.isChanging}
          onConfirm={kind => void act(kind, true)}
          onClose={() => store.dismissChange()}
        />
      ) : null}
    </section>
  )
})

/** One sentence about who sees the recording. */
function Visibility({
  videos: { recording_state: state, restorable_until: until },
}: {
  videos: EventVideos
}) {
  const { i18n } = useLingui()
  const { settings } = useCatalog().shell.channel
  if (state === 'hidden') {
    return (
      <p>
        <Trans>The recording is hidden. Its clips stay.</Trans>
      </p>
    )
  }
  if (state === 'withdrawn' && until) {
    const day = formatDayAndTime(Date.parse(until), {
      language: i18n.locale,
      timeZone: settings.time_zone,
    })
    return (
      <p>
        <Trans>The recording is withdrawn with its clips. You can restore it until {day}.</Trans>
      </p>
    )
  }
  return (
    <p>
      <Trans>Viewers with access can watch the recording.</Trans>
    </p>
  )
}
