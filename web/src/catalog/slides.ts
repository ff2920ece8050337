import type { Slide } from '@/shared/shell'

/** The subject of a filtered home page. Null means all events. */
export type SlideSubject = { type: Exclude<Slide['slidable_type'], 'main'>; id: number } | null

/** Return the slides of a home page. A category without slides shows the main slides. */
export function slidesFor(slides: readonly Slide[], subject: SlideSubject): Slide[] {
  const mainSlides = slides.filter(slide => slide.slidable_type === 'main')
  if (!subject) return mainSlides
  const subjectSlides = slides.filter(
    slide => slide.slidable_type === subject.type && slide.slidable_id === subject.id,
  )
  return subjectSlides.length > 0 || subject.type !== 'category' ? subjectSlides : mainSlides
}
