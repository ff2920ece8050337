import { useLingui } from '@lingui/react/macro'
import { downloadUrl } from '@/shared/downloadUrl'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { useClips } from '../context'
import type { Clip } from '../model'
import { clipCacheStore } from '../stores/ClipCacheStore'

/** What a press does with a clip, and says afterwards. */
export function useClipActions() {
  const { t } = useLingui()
  const say = useErrorMessage()
  const clips = useClips()
  const book = clips.resolve(clipCacheStore)
  const { toasts } = clips.shell
  const tell = (refusal: ErrorMessage | null, done?: string) => {
    if (refusal !== null) toasts.show(say(refusal), { type: 'error' })
    else if (done) toasts.show(done, { type: 'success' })
    return refusal === null
  }
  return {
    busy: (clip: Clip) => book.actionOn(clip.id),
    download: async (clip: Clip) => tell(await book.download(clip.id, ({ url }) => downloadUrl(url))),
    retry: async (clip: Clip) => tell(await book.retry(clip.id)),
    unshare: async (clip: Clip) =>
      tell(
        await book.resetShareLink(clip.id),
        t`The old link no longer works. Share the clip to get a new one.`,
      ),
    remove: async (clip: Clip) => tell(await book.delete(clip.id), t`Clip deleted`),
  }
}
