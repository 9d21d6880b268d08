import { Fragment } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { numberedAffiliations } from '../../../../../contract/rules/people/affiliations.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { RichHtml } from '../../../../ui/title-text.tsx'

/** The authors in order, with numbered affiliations. */
export function Authors({ authors }: Pick<OpenReview, 'authors'>) {
  const { affiliations, numbers } = numberedAffiliations(authors)
  const several = affiliations.length > 1
  return (
    <>
      <p className="authors">
        {authors.map(({ fullName }, index) => (
          <Fragment key={index}>
            {index > 0 && (index === authors.length - 1 ? ' and ' : ', ')}
            <span className="author">
              {fullName}
              {several && <sup>{numbers[index]!.join(',')}</sup>}
            </span>
          </Fragment>
        ))}
      </p>
      {affiliations.length > 0 && (
        <p className="affil small muted">
          {affiliations.map(({ line }, index) => (
            <Fragment key={line}>
              {index > 0 && ', '}
              {several && <sup>{index + 1}</sup>} {line}
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

export function Abstract({ abstract }: Pick<OpenReview, 'abstract'>) {
  return (
    <section aria-labelledby="abstract">
      <h2 id="abstract">Abstract</h2>
      <RichHtml html={abstract} />
    </section>
  )
}

export const day = (date: string | null): string | null => (date === null ? null : longDate(date))

/** A text as it was written, with its line breaks. */
export function Written({ text, className = 'letter lines' }: { text: string; className?: string }) {
  return <p className={className}>{text}</p>
}

/** What the editors have written since the invitation. */
export function FromTheEditor({ messages }: Pick<OpenReview, 'messages'>) {
  if (!messages.length) return null
  return (
    <section aria-labelledby="from-editor">
      <h2 id="from-editor">From the editor</h2>
      {messages.map(({ text, at }) => (
        <div key={at}>
          <p className="muted small">
            <time dateTime={at}>{longDate(at)}</time>
          </p>
          <Written className="letter lines editor-lines" text={text} />
        </div>
      ))}
    </section>
  )
}
