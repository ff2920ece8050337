import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { serverNow } from '@/shared/clock'
import type { EventSummary, MediaSummary, PlayerControl } from '@/shared/contexts/slots'
import { formatTime } from '@/shared/format/dates'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { useClips } from '../context'
import type { Clip } from '../model'
import { quickClipStore } from '../stores/QuickClipStore'

/** Duration of the toast with the actions for a quick clip, in milliseconds. */
const TOAST_DURATION_MS = 10_000

/** Return a function that saves the last 30 seconds of a live event as a clip. A toast shows its actions. */
export function useQuickClip(
  event: EventSummary,
  live: MediaSummary | null,
  player: () => PlayerControl | null,
) {
  const { t, i18n } = useLingui()
  const getMessage = useErrorMessage()
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
      // The browser denied access to the clipboard. The viewer can copy the URL from the toast.
      toasts.show(url)
    }
  }

  async function clip() {
    const controls = player()
    if (!controls || !live?.start_ts) return
    const time = formatTime(serverNow(), { language: i18n.locale })
    const medium = { event_id: event.id, id: live.id, start_ts: live.start_ts }
    const result = await store.save(medium, controls, { name: t`${event.short_name}, ${time}`, tag: t`Live` })
    if (result === null) return
    if ('code' in result) {
      toasts.show(getMessage(result), { type: 'error' })
      return
    }
    const edit = () => navigate(`/watch/${event.id}/clip?clip=${result.id}`)
    toasts.show(t`Last 30 seconds saved as a clip`, {
      type: 'success',
      time: TOAST_DURATION_MS,
      actions: [
        { label: t`Share`, onClick: () => void copy(result) },
        { label: t`Edit`, onClick: () => void edit() },
      ],
    })
  }
  return { busy: store.isBusy, clip }
}
