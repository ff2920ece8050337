import { LinkButton } from './Button'
import { cx } from './cx'
import { Prose } from './Prose'
import './Band.css'

interface Props {
  title: string | null
  /** HTML that the server sanitized. */
  html: string | null
  image: string | null
  action: { label: string; to: string } | null
}

/** A promotional banner between the rails of a page. */
export function Band({ title, html, image, action }: Props) {
  return (
    <section className={cx('band', !image && 'band--plain')}>
      {image ? <img src={image} alt="" loading="lazy" decoding="async" /> : null}
      {title ? <h2 className="display h2 band__title">{title}</h2> : null}
      {html ? <Prose html={html} /> : null}
      {action ? (
        <LinkButton kind="primary" to={action.to}>
          {action.label}
        </LinkButton>
      ) : null}
    </section>
  )
}
