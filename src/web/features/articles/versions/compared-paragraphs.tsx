import { Fragment } from 'react'
import type { ComparedPlace } from '../../../../contract/api/versions.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'

type Run = { kind: 'same' | 'added' | 'removed'; text: string }

/** Words of two texts in one; `without` leaves out those of one of them. */
export const Runs = ({ of, without }: { of: readonly Run[]; without?: Run['kind'] }) => (
  <p>
    {of
      .filter(({ kind }) => kind !== without)
      .map(({ kind, text }, index) =>
        kind === 'same' ? (
          <Fragment key={index}>{text}</Fragment>
        ) : kind === 'added' ? (
          <ins key={index}>
            <span className="sr">added: </span>
            {text}
          </ins>
        ) : (
          <del key={index}>
            <span className="sr">removed: </span>
            {text}
          </del>
        ),
      )}
  </p>
)

export const Unchanged = ({ count }: { count: number }) => (
  <p className="muted small unchanged">{counted(count, 'paragraph')} unchanged</p>
)

/** What differs between two texts, in one column. */
export const ComparedParagraphs = ({ of }: { of: ComparedPlace['paragraphs'] }) =>
  of.map((paragraph, index) =>
    'unchanged' in paragraph ? (
      <Unchanged key={index} count={paragraph.unchanged} />
    ) : (
      <Runs key={index} of={paragraph.runs} />
    ),
  )
