import type { ReviewText } from '../../contract/api/published-reviews.ts'

/** What a reviewer answered to the journal's questions, folded. */
export const ReportAnswers = ({ answers, className }: Pick<ReviewText, 'answers'> & { className?: string }) =>
  answers.length > 0 && (
    <details className={className}>
      <summary>Answers to the journal’s questions</summary>
      <dl className="answers">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
