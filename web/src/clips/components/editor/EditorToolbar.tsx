import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { PlayerController } from '@/shared/player'
import { Button } from '@/shared/ui/Button'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'

interface Props {
  store: ClipEditorStore
  player: PlayerController | null
  isLooping: boolean
  onToggleLoop: () => void
}

/** The toolbar of the editor. Each button does the same as a key and shows the key. */
export const EditorToolbar = observer(function EditorToolbar({
  store,
  player,
  isLooping,
  onToggleLoop,
}: Props) {
  const { t } = useLingui()
  const paused = usePaused(player)
  return (
    <div className="editor__tools">
      <Button size="s" icon={paused ? 'play' : 'pause'} onClick={() => store.preview()}>
        {paused ? <Trans>Play the clip</Trans> : <Trans>Pause</Trans>}
        <KeyHint name={t`Space`} />
      </Button>
      <Button size="s" onClick={() => store.markEdge('start')}>
        <Trans>Start here</Trans>
        <KeyHint name="I" />
      </Button>
      <Button size="s" onClick={() => store.markEdge('end')}>
        <Trans>End here</Trans>
        <KeyHint name="O" />
      </Button>
      <Button size="s" onClick={() => player?.step(-1)}>
        <span aria-hidden="true">−1</span>
        <span className="sr-only">{t`Back one frame`}</span>
        <KeyHint name="," />
      </Button>
      <Button size="s" onClick={() => player?.step(1)}>
        <span aria-hidden="true">+1</span>
        <span className="sr-only">{t`Forward one frame`}</span>
        <KeyHint name="." />
      </Button>
      <Button size="s" aria-pressed={isLooping} onClick={onToggleLoop}>
        {isLooping ? <Trans>Loop: on</Trans> : <Trans>Loop: off</Trans>}
      </Button>
    </div>
  )
})

/** The key that does the same as the button. */
function KeyHint({ name }: { name: string }) {
  return (
    <span className="kbd" aria-hidden="true">
      {name}
    </span>
  )
}

function usePaused(player: PlayerController | null): boolean {
  const [paused, setPaused] = useState(true)
  useEffect(() => player?.onTimeChange(() => setPaused(player.paused)), [player])
  return paused
}
