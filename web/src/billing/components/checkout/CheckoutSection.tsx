import { observer } from 'mobx-react-lite'
import { type ReactNode, useId } from 'react'
import { FormError } from '@/shared/ui/FormError'

interface Props {
  title: ReactNode
  hint?: ReactNode
  /** The message about missing input. */
  error?: string
  children: (headingId: string) => ReactNode
}

/**
 * A section of the checkout. `children` receives the ID of the heading, to label the choices. It runs in this observer,
 * so it may read stores.
 */
export const CheckoutSection = observer(function CheckoutSection({ title, hint, error, children }: Props) {
  const headingId = useId()
  return (
    <section className="stack" aria-labelledby={headingId} data-missing={error ? '' : undefined}>
      <h2 className="display h3" id={headingId}>
        {title}
      </h2>
      {hint ? <p className="hint">{hint}</p> : null}
      {children(headingId)}
      <FormError message={error ?? null} />
    </section>
  )
})
