import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useNavigate } from 'react-router'
import { IconButton } from '@/shared/ui/IconButton'
import { multiViewPath } from '../../multiview/selection'
import type { MultiViewStore } from '../../stores/multiview/MultiViewStore'

interface Props {
  id: number
  /** `Harlan Falls at Cedar Ridge`. */
  name: string
  /** The ids of all chosen games, as in the URL. */
  ids: readonly number[]
  plays: boolean
  store: MultiViewStore
}

/** The buttons of a picture: sound, size, the game's page, and remove. */
export const TileActions = observer(function TileActions({ id, name, ids, plays, store }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isLarge = store.layout === 'large' && store.largeId === id
  const isFull = store.fullId === id
  const hasSound = store.soundId === id
  const sizeLabel = isFull
    ? t`Leave full screen: ${name}`
    : isLarge
      ? t`Full screen: ${name}`
      : t`Make large: ${name}`
  const resize = () => (isFull ? store.back() : isLarge ? store.fill(id) : store.enlarge(id))
  const remove = () => void navigate(multiViewPath(ids.filter(other => other !== id)))
  return (
    <div className="tile__actions">
      {plays ? (
        <Action
          icon="volume"
          label={t`Sound: ${name}`}
          title={t`Sound`}
          pressed={hasSound}
          onClick={() => store.giveSound(hasSound ? null : id)}
        />
      ) : null}
      {plays || isFull ? (
        <Action
          icon={isFull ? 'minus' : 'full'}
          label={sizeLabel}
          title={isFull ? t`Leave full screen` : isLarge ? t`Full screen` : t`Make large`}
          onClick={resize}
        />
      ) : null}
      <Action
        icon="right"
        label={t`Open the game’s page: ${name}`}
        title={t`Open the game’s page`}
        onClick={() => void navigate(`/watch/${id}`)}
      />
      <Action icon="close" label={t`Remove: ${name}`} title={t`Remove`} onClick={remove} />
    </div>
  )
})

function Action(props: React.ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className="tile__action" />
}
