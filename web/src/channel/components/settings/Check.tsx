import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { HttpError } from '@/shared/http/errors'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'

interface Props<Value> {
  source: { value: Value | null; error: unknown; isBusy: boolean }
  title: string
  description: ReactNode
  /** The label of the button that runs the check. */
  action: string
  onRun: () => void
  children: (value: Value) => ReactNode
}

/** A check that runs at the press of a button, with its result below. */
export const Check = observer(function Check<Value>({
  source,
  title,
  description,
  action,
  onRun,
  children,
}: Props<Value>) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { value, error, isBusy } = source
  return (
    <section className="panel stack">
      <div className="settings-check">
        <div className="stack stack--2 settings-check__text">
          <h2 className="display h3">{title}</h2>
          <p className="muted">{description}</p>
        </div>
        <Button busy={isBusy} onClick={onRun}>
          {action}
        </Button>
      </div>
      <div role="status" aria-busy={isBusy}>
        {error ? (
          <FormError
            message={
              error instanceof HttpError
                ? formatError(error.errorMessage)
                : t`The check did not finish. Please try again.`
            }
          />
        ) : value !== null ? (
          children(value)
        ) : null}
      </div>
    </section>
  )
}) as <Value>(props: Props<Value>) => ReactNode
