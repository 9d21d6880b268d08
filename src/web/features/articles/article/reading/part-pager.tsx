import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { FullTextOutline } from '../../../../../contract/api/full-texts.ts'
import { pageHref } from '../../../../../contract/rules/site/paths.ts'
import { Link } from '../../../../ui/link.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { partTitle } from './text-links.ts'

interface Parts {
  outline: FullTextOutline
  path: string
  part: number
}

/** Where one is in a very long text, and the ways to the parts before and after. */
export function PartPager({ outline: { parts, sections }, path, part, label }: Parts & { label: string }) {
  if (parts <= 1) return null
  const step = (to: number, rel: 'prev' | 'next') => (
    <Link className={rel} to={pageHref(path, to)} rel={rel}>
      {rel === 'prev' && <ChevronLeft className="ic" aria-hidden="true" />}
      <span>
        <span className="muted">{rel === 'prev' ? 'Previous part' : 'Next part'}</span>
        <b>
          <TitleText title={partTitle(sections, to) || `Part ${to}`} />
        </b>
      </span>
      {rel === 'next' && <ChevronRight className="ic" aria-hidden="true" />}
    </Link>
  )
  return (
    <nav className="parts" aria-label={label}>
      <p>
        Part {part} of {parts}
      </p>
      {part > 1 && step(Math.min(part - 1, parts), 'prev')}
      {part < parts && step(part + 1, 'next')}
    </nav>
  )
}

/** In place of a part that does not exist: where the text is. */
export function NoSuchPart({ outline: { parts }, path }: Omit<Parts, 'part'>) {
  return (
    <section className="no-part" aria-labelledby="no-part">
      <h2 id="no-part">This text has no such part</h2>
      <p>
        It has {parts === 1 ? 'one part' : `${parts} parts`}. <Link to={path}>Read the article from the beginning</Link>
        .
      </p>
    </section>
  )
}
