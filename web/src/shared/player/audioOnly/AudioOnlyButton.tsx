import { Trans } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'

/** Plays the audio alone, for a line that is too weak for the video. */
export function AudioOnlyButton({ onPress }: { onPress(): void }) {
  return (
    <Button kind="glass" onClick={onPress}>
      <Trans>Continue with audio only</Trans>
    </Button>
  )
}
