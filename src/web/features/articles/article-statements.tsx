import { useId } from 'react'
import {
  NOT_ASKED,
  type Statement,
  STATEMENT_NAMES,
  STATEMENTS,
  type Statements,
} from '../../../contract/rules/articles/statements.ts'

/** The statements of an article, each under its heading, and which ones were never asked for. */
export function ArticleStatements({
  of,
  heading: Heading,
}: {
  of: Statements & { notAsked?: readonly Statement[] }
  heading: 'h2' | 'h4'
}) {
  const id = useId()
  const stated = STATEMENT_NAMES.map(
    (name) =>
      of[name]?.trim() && (
        <section key={name} className="part" aria-labelledby={`${id}-${name}`}>
          <Heading id={`${id}-${name}`}>{STATEMENTS[name].heading}</Heading>
          {of[name].split(/\n+/).map((paragraph, index) => (
            <p key={index} className="prose">
              {paragraph}
            </p>
          ))}
        </section>
      ),
  )
  const { notAsked = [] } = of
  return (
    <>
      {stated}
      {notAsked.length > 0 && (
        <section className="part" aria-labelledby={`${id}-not-asked`}>
          <Heading id={`${id}-not-asked`}>Not stated</Heading>
          {notAsked.map((name) => (
            <p key={name} className="muted small">
              <b>{STATEMENTS[name].heading}.</b> {NOT_ASKED}
            </p>
          ))}
        </section>
      )}
    </>
  )
}
