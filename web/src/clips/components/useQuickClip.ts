import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { serverNow } from '@/shared/clock'
import { clock } from '@/shared/format/dates'
import { useSentence } from '@/shared/http/sentences'
import type { GameFacts, MediaFacts, PlayerControl } from '@/shared/parts'
import { useClips } from '../context'
import type { Clip } from '../model'
import { quickClipStore } from '../stores/QuickClipStore'

/** So long the ways on stay that a quick clip has (milliseconds). */
const STAYS_MS = 10_000

/** One press keeps the last 30 seconds of a live game, and says what can be done with them. */
export function useQuickClip(event: GameFacts, live: MediaFacts | null, player: () => PlayerControl | null) {
  const { t, i18n } = useLingui()
  const say = useSentence()
  const navigate = useNavigate()
  const clips = useClips()
  const { toasts } = clips.shell
  const store = clips.bring(quickClipStore)

  const copy = async (clip: Clip) => {
    const url = new URL(clip.share_url ?? '', location.origin).href
    try {
      await navigator.clipboard.writeText(url)
      toasts.show(t`The link is copied`, { type: 'success' })
    } catch {
      toasts.show(url) // to be copied by hand
    }
  }

  async function clip() {
    const control = player()
    if (!control || !live?.start_ts) return
    const time = clock(serverNow(), { language: i18n.locale })
    const medium = { event_id: event.id, id: live.id, start_ts: live.start_ts }
    const made = await store.clip(medium, control, { name: t`${event.short_name}, ${time}`, tag: t`Live` })
    if (made === null) return
    if (typeof made === 'string') {
      toasts.show(say(made), { type: 'error' })
      return
    }
    const edit = () => navigate(`/watch/${event.id}/clip?clip=${made.id}`)
    toasts.show(t`The last 30 seconds are a clip`, {
      type: 'success',
      time: STAYS_MS,
      actions: [
        { label: t`Share`, press: () => void copy(made) },
        { label: t`Edit`, press: () => void edit() },
      ],
    })
  }
  return { busy: store.busy, clip }
}
