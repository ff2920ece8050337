import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { RAIL_SCROLL_MS } from '@/shared/constants'
import { useReducedMotion } from '@/shared/hooks/useReducedMotion'
import { LinkButton } from './Button'
import { IconButton } from './IconButton'
import { Picture } from './Picture'
import './Slides.css'

export interface SlideView {
  id: number
  title: string
  line?: string | null
  image: string | null
  /** The crop for phones, 4:5. */
  imageTall?: string | null
  /** A drawing, instead of an image. */
  art?: ReactNode
  badges?: ReactNode
  /** The crests and the sport, on screens of at least 720 px. */
  teams?: ReactNode
  action?: { label: string; to: string } | null
  secondAction?: { label: string; to: string } | null
}

interface Props {
  /** The name for screen readers, such as "Highlights". */
  label: string
  slides: readonly SlideView[]
}

/**
 * The carousel of the home page. It shows the next slide after 5 s.
 *
 * It pauses on hover, on focus, and after a press on pause. It never moves if reduced motion is set.
 */
export function Slides({ label, slides }: Props) {
  const { t } = useLingui()
  const isMotionReduced = useReducedMotion()
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const slide = slides[index % slides.length]
  const isAnimated = slides.length > 1 && !isMotionReduced
  const running = isAnimated && !paused && !hovered && !focused

  // `index` is a dependency so that a selected slide gets its full time.
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setIndex(current => (current + 1) % slides.length), RAIL_SCROLL_MS)
    return () => clearInterval(timer)
  }, [running, slides.length, index])

  if (!slide) return null
  return (
    <section
      className="slides"
      aria-roledescription="carousel"
      aria-label={label}
      data-running={running || undefined}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Slide key={slide.id} slide={slide} first={index === 0} live={!running} />
      {slides.length > 1 ? (
        <div className="slide__dots">
          {isAnimated ? (
            <IconButton
              icon={paused ? 'play' : 'pause'}
              label={paused ? t`Play` : t`Pause`}
              small
              className="slide__pause"
              onClick={() => setPaused(!paused)}
            />
          ) : null}
          {slides.map((item, at) => (
            <button
              key={item.id}
              type="button"
              aria-label={t`Slide ${at + 1}`}
              aria-current={at === index % slides.length || undefined}
              onClick={() => setIndex(at)}
            />
          ))}
        </div>
      ) : null}
    </section>
  )
}

/** Return whether a URL leads to a video. */
const isVideoLink = (url: string) => /^\/(watch|live|vod_library\/\d)/.test(url)

function Slide({ slide, first, live }: { slide: SlideView; first: boolean; live: boolean }) {
  return (
    <div className="slide" aria-live={live ? 'polite' : 'off'}>
      <div className="slide__art">
        {slide.art ?? (
          <Picture
            src={slide.imageTall ?? slide.image}
            wide={slide.image}
            width={1600}
            height={600}
            eager={first}
          />
        )}
      </div>
      <div className="slide__inner">
        {slide.badges ? <div className="cluster">{slide.badges}</div> : null}
        {slide.teams ? <div className="slide__teams">{slide.teams}</div> : null}
        <h2 className="display slide__title">{slide.title}</h2>
        {slide.line ? <p className="slide__line">{slide.line}</p> : null}
        <div className="actions slide__actions">
          {slide.action ? (
            <LinkButton
              kind="primary"
              size="l"
              className="slide__action"
              icon={isVideoLink(slide.action.to) ? 'play' : undefined}
              to={slide.action.to}
            >
              {slide.action.label}
            </LinkButton>
          ) : null}
          {slide.secondAction ? (
            <LinkButton
              kind="glass"
              size="l"
              className="slide__action slide__action--second"
              to={slide.secondAction.to}
            >
              {slide.secondAction.label}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </div>
  )
}
