import { useId } from 'react'
import { STATEMENT_NAMES, STATEMENTS, type Statements } from '../../../contract/rules/articles/statements.ts'

/** The statements of an article, each under its heading. */
export function ArticleStatements({ of, heading: Heading }: { of: Statements; heading: 'h2' | 'h4' }) {
  const id = useId()
  return STATEMENT_NAMES.map(
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
}
