import { OrcidMark } from '../../../../site/orcid-mark.tsx'
import { useCase } from './case-context.ts'
import { Editors } from './editors.tsx'
import type { Part } from './part-tabs.tsx'
import { Section } from './section.tsx'

/** The people of a manuscript: its authors, and who edits it. */
export function Authors({ shown }: { shown: Part }) {
  const { view } = useCase()
  const { submitter, comments } = view.article
  return (
    <Section part="authors" shown={shown}>
      <ul className="alist" role="list">
        {view.authors.map((author, index) => (
          <li key={index}>
            <p className="nm">{author.fullName}</p>
            <p className="af">{author.affiliation}</p>
            <p className="tagline">
              {author.role === 'Corresponding Author' && 'Corresponding author. '}
              {author.email}
              {author.orcid && (
                <>
                  {' '}
                  <OrcidMark orcid={author.orcid} authenticated={author.orcidAuthenticated} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {submitter && (
        <p className="muted small">
          Submitted by {submitter.fullName}, {submitter.email}.
        </p>
      )}
      {comments && (
        <div className="only">
          <p className="k">To the editor</p>
          <p className="lines">{comments}</p>
        </div>
      )}
      <Editors />
    </Section>
  )
}
