import { useLingui } from '@lingui/react/macro'
import { useClips } from '../../context'
import type { ClipEvent } from '../../model'

/** Return the suggested tags for clips of an event: those of its category, or general ones. */
export function useSuggestedTags(event: Pick<ClipEvent, 'event_category'> | null): readonly string[] {
  const { t } = useLingui()
  const { channel } = useClips().shell
  const category = channel.categories.find(({ id }) => id === event?.event_category?.id)
  const categoryTags = category?.clip_tags ?? []
  return categoryTags.length > 0
    ? categoryTags
    : [t`Highlight`, t`Score`, t`Big save`, t`Assist`, t`Skill`, t`Celebration`]
}
