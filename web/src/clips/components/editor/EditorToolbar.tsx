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
  onLoop: () => void
}

/** What the keys do, as buttons that name them. */
export const EditorToolbar = observer(function EditorToolbar({
  store,
  player,
  isLooping: loops,
  onLoop,
}: Props) {
  const { t } = useLingui()
  const paused = usePaused(player)
  return (
    <div className="editor__tools">
      <Button size="s" icon={paused ? 'play' : 'pause'} onClick={() => store.preview()}>
        {paused ? <Trans>Play the clip</Trans> : <Trans>Pause</Trans>}
        <KeyHint name={t`Space`} />
      </Button>
      <Button size="s" onClick={() => store.markEnd('start')}>
        <Trans>Start here</Trans>
        <KeyHint name="I" />
      </Button>
      <Button size="s" onClick={() => store.markEnd('end')}>
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
      <Button size="s" aria-pressed={loops} onClick={onLoop}>
        {loops ? <Trans>Loop: on</Trans> : <Trans>Loop: off</Trans>}
      </Button>
    </div>
  )
})

/** A key that does the same. */
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
