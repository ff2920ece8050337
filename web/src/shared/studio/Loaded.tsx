import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'

const LINE_WIDTHS = [72, 64, 80, 58, 70, 66]

interface Props<Value> {
  /** An `AsyncValue`, or anything with its state. */
  source: { value: Value | null; error: unknown; isBusy: boolean }
  errorTitle: string
  onRetry: () => void
  children: (value: Value) => ReactNode
}

/** The content of a page once its data has loaded; before that, placeholder lines or the error. */
export const Loaded = observer(function Loaded<Value>({
  source,
  errorTitle,
  onRetry,
  children,
}: Props<Value>) {
  const { t } = useLingui()
  if (source.value !== null) return <div aria-busy={source.isBusy}>{children(source.value)}</div>
  if (source.error) return <ErrorState title={errorTitle} onRetry={onRetry} busy={source.isBusy} />
  return (
    <div className="stack" role="status" aria-label={t`Loading`}>
      {LINE_WIDTHS.map(width => (
        <SkeletonLine key={width} width={width} height={20} />
      ))}
    </div>
  )
}) as <Value>(props: Props<Value>) => ReactNode
