import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { cx } from '@/shared/ui/cx'
import { Picture } from '@/shared/ui/Picture'
import { useChannel } from '../../context'
import './Auth.css'

interface Props {
  title: string
  /** A sentence below the title. */
  intro?: ReactNode
  /** The icon above the title. */
  icon?: ReactNode
  /** The index of the channel's main slide beside the form, from 1000 px. Odd slides are on the left. */
  slide?: number
  /** Whether it replaces another step without a navigation. Focuses the heading for screen readers. */
  isStep?: boolean
  children: ReactNode
}

/** The layout of every authentication screen: a form, and on wide screens a picture of the channel beside it. */
export function AuthPage({ title, intro, icon, slide = 0, isStep = false, children }: Props) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isStep) heading.current?.focus()
  }, [isStep])
  return (
    <section className={cx('auth', slide % 2 === 1 && 'auth--flip')}>
      <div className="auth__form">
        <div className="stack stack--6">
          {icon}
          <div className="stack stack--2">
            <h1 ref={heading} className="display h1" tabIndex={-1}>
              {title}
            </h1>
            {intro ? <p className="muted">{intro}</p> : null}
          </div>
          {children}
        </div>
      </div>
      <AuthArt slide={slide} />
    </section>
  )
}

/** The picture and text of a main slide. The index wraps around if the channel has fewer slides. */
const AuthArt = observer(function AuthArt({ slide: index }: { slide: number }) {
  const slides = useChannel().slides.filter(slide => slide.slidable_type === 'main' && slide.image)
  const slide = slides[index % slides.length]
  return (
    <aside className="auth__art">
      <Picture src={slide?.image_tall ?? slide?.image} width={900} height={1125} className="auth__picture" />
      {slide ? (
        <div className="auth__line">
          <p className="display auth__title">{slide.title}</p>
          {slide.line ? <p>{slide.line}</p> : null}
        </div>
      ) : null}
    </aside>
  )
})
