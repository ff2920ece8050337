import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatDayAndTime } from '@/shared/format/dates'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../../context'
import type { VideosStore } from '../../../stores/studio/VideosStore'
import type { OwnerVideos, RecordingAction } from '../../../videosApi'

const RecordingDialog = lazyComponent(() => import('./RecordingDialog'))

interface Props {
  store: VideosStore
  videos: OwnerVideos
}

/** Who sees the videos, and the buttons that change it. */
export const RecordingPanel = observer(function RecordingPanel({ store, videos }: Props) {
  const { t } = useLingui()
  const { toasts } = useCatalog().shell
  const { recording_state: state } = videos
  async function act(kind: RecordingAction, confirm = false) {
    if (!(await store.act(kind, confirm)))
      toasts.show(t`That did not work. Please try again.`, { type: 'error' })
  }
  return (
    <section className="panel stack" aria-label={t`Who sees the videos`}>
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

/** One sentence about who sees the videos. */
function Visibility({
  videos: { recording_state: state, restorable_until: until },
}: {
  videos: OwnerVideos
}) {
  const { i18n } = useLingui()
  const { settings } = useCatalog().shell.channel
  if (state === 'hidden') {
    return (
      <p>
        <Trans>Hidden from viewers. Clips stay.</Trans>
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
        <Trans>Withdrawn, with all clips. You can restore it until {day}.</Trans>
      </p>
    )
  }
  return (
    <p>
      <Trans>Viewers with access can watch.</Trans>
    </p>
  )
}
