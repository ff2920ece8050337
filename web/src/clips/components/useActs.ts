import { useLingui } from '@lingui/react/macro'
import { useSentence } from '@/shared/http/sentences'
import { takeFile } from '@/shared/takeFile'
import { useClips } from '../context'
import type { Clip } from '../model'
import { clipsBook } from '../stores/ClipsBook'

/** What a press does with a clip, and says afterwards. */
export function useActs() {
  const { t } = useLingui()
  const say = useSentence()
  const clips = useClips()
  const book = clips.bring(clipsBook)
  const { toasts } = clips.shell
  const tell = (refusal: string | null, done?: string) => {
    if (refusal !== null) toasts.show(say(refusal), { type: 'error' })
    else if (done) toasts.show(done, { type: 'success' })
    return refusal === null
  }
  return {
    busy: (clip: Clip) => book.actOn(clip.id),
    download: async (clip: Clip) => tell(await book.download(clip.id, ({ url }) => takeFile(url))),
    retry: async (clip: Clip) => tell(await book.retry(clip.id)),
    unshare: async (clip: Clip) =>
      tell(await book.unshare(clip.id), t`The old link leads nowhere now. Share the clip to give a new one.`),
    remove: async (clip: Clip) => tell(await book.delete(clip.id), t`The clip is deleted`),
  }
}
