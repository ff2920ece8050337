import { useLingui } from '@lingui/react/macro'
import { downloadUrl } from '@/shared/downloadUrl'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { useClips } from '../context'
import type { Clip } from '../model'
import { clipCacheStore } from '../stores/ClipCacheStore'

/** Return the actions on a clip. Each action shows a toast with its result. */
export function useClipActions() {
  const { t } = useLingui()
  const getMessage = useErrorMessage()
  const clips = useClips()
  const cache = clips.resolve(clipCacheStore)
  const { toasts } = clips.shell
  const showResult = (error: ErrorMessage | null, successMessage?: string) => {
    if (error !== null) toasts.show(getMessage(error), { type: 'error' })
    else if (successMessage) toasts.show(successMessage, { type: 'success' })
    return error === null
  }
  return {
    busy: (clip: Clip) => cache.actionOn(clip.id),
    download: async (clip: Clip) => showResult(await cache.download(clip.id, ({ url }) => downloadUrl(url))),
    retry: async (clip: Clip) => showResult(await cache.retry(clip.id)),
    unshare: async (clip: Clip) =>
      showResult(
        await cache.resetShareLink(clip.id),
        t`The old link no longer works. Share the clip to get a new one.`,
      ),
    remove: async (clip: Clip) => showResult(await cache.delete(clip.id), t`Clip deleted`),
  }
}
