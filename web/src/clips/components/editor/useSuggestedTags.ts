import { useLingui } from '@lingui/react/macro'
import { useClips } from '../../context'
import type { ClipEvent } from '../../model'

/** The words for clips of a game: those of its category, or a few that fit every game. */
export function useSuggestedTags(event: Pick<ClipEvent, 'event_category'> | null): readonly string[] {
  const { t } = useLingui()
  const { channel } = useClips().shell
  const category = channel.categories.find(({ id }) => id === event?.event_category?.id)
  const own = category?.clip_tags ?? []
  return own.length > 0 ? own : [t`Highlight`, t`Score`, t`Big save`, t`Assist`, t`Skill`, t`Celebration`]
}
