import { type ReactNode, useId } from 'react'
import { FormError } from '@/shared/ui/FormError'

interface Props {
  title: ReactNode
  hint?: ReactNode
  /** What is missing here. */
  error?: string
  children: (heading: string) => ReactNode
}

/** One question of the checkout, with its heading, which names the choices below it. */
export function CheckoutSection({ title, hint, error, children }: Props) {
  const id = useId()
  return (
    <section className="stack" aria-labelledby={id} data-missing={error ? '' : undefined}>
      <h2 className="display h3" id={id}>
        {title}
      </h2>
      {hint ? <p className="hint">{hint}</p> : null}
      {children(id)}
      <FormError sentence={error ?? null} />
    </section>
  )
}
