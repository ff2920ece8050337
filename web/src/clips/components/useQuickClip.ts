import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { serverNow } from '@/shared/clock'
import type { EventSummary, MediaSummary, PlayerControl } from '@/shared/contexts/slots'
import { formatTime } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { useClips } from '../context'
import type { Clip } from '../model'
import { quickClipStore } from '../stores/QuickClipStore'

/** So long the ways on stay that a quick clip has (milliseconds). */
const TOAST_DURATION_MS = 10_000

/** One press keeps the last 30 seconds of a live game, and says what can be done with them. */
export function useQuickClip(
  event: EventSummary,
  live: MediaSummary | null,
  player: () => PlayerControl | null,
) {
  const { t, i18n } = useLingui()
  const say = useErrorMessage()
  const navigate = useNavigate()
  const clips = useClips()
  const { toasts } = clips.shell
  const store = clips.resolve(quickClipStore)

  const copy = async (clip: Clip) => {
    const url = new URL(clip.share_url ?? '', location.origin).href
    try {
      await navigator.clipboard.writeText(url)
      toasts.show(t`Link copied`, { type: 'success' })
    } catch {
      toasts.show(url) // to be copied by hand
    }
  }

  async function clip() {
    const control = player()
    if (!control || !live?.start_ts) return
    const time = formatTime(serverNow(), { language: i18n.locale })
    const medium = { event_id: event.id, id: live.id, start_ts: live.start_ts }
    const made = await store.save(medium, control, { name: t`${event.short_name}, ${time}`, tag: t`Live` })
    if (made === null) return
    if ('code' in made) {
      toasts.show(say(made), { type: 'error' })
      return
    }
    const edit = () => navigate(`/watch/${event.id}/clip?clip=${made.id}`)
    toasts.show(t`Last 30 seconds saved as a clip`, {
      type: 'success',
      time: TOAST_DURATION_MS,
      actions: [
        { label: t`Share`, press: () => void copy(made) },
        { label: t`Edit`, press: () => void edit() },
      ],
    })
  }
  return { busy: store.isBusy, clip }
}
