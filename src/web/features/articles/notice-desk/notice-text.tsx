import type { Notice } from '../../../../contract/api/notices.ts'
import { type NoticeKind, NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { TitleText } from '../../../ui/title-text.tsx'

/** The questions of a notice in the words of readers, and of the form. */
export const QUESTIONS = {
  details: { heading: 'What is wrong', asked: 'What is wrong?' },
  why: { heading: 'Why', asked: 'Why did it happen?' },
  foundBy: { heading: 'Who found it', asked: 'Who found it?' },
  effect: { heading: 'What it changes', asked: 'What does it change in the conclusions?' },
  action: { heading: 'What we do', asked: 'What do we do?' },
} as const
export type Question = keyof typeof QUESTIONS

/** Words of questions that another kind asks otherwise. */
export const asked = (kind: NoticeKind, question: Question): string =>
  question !== 'details'
    ? QUESTIONS[question].asked
    : kind === 'addendum'
      ? 'What is added?'
      : kind === 'concern'
        ? 'What are the doubts?'
        : kind === 'concern-closed'
          ? 'What was found?'
          : QUESTIONS.details.asked

/** A notice as its own page will tell it. */
export function NoticeText({ notice }: { notice: Notice }) {
  const { kind, about, changes } = notice
  return (
    <>
      <h2>
        {NOTICES[kind].prefix}
        <TitleText title={about[0]?.title ?? ''} />
      </h2>
      {about.length > 1 && <p className="muted">and {about.length - 1} more</p>}
      <p className="lead">{notice.what}</p>
      {(Object.keys(QUESTIONS) as Question[]).map(
        (question) =>
          notice[question] && (
            <section key={question}>
              <h3>{QUESTIONS[question].heading}</h3>
              <p className="lines">{notice[question]}</p>
            </section>
          ),
      )}
      {changes.length > 0 && (
        <section>
          <h3>What changes in the article</h3>
          <p>{changes.join(', ')}</p>
        </section>
      )}
      <section>
        <h3>Do the authors agree</h3>
        {notice.state === 'asked' && notice.answers.every(({ answer }) => answer === null) ? (
          <p className="muted">From their answers</p>
        ) : (
          <p>{notice.agreement}</p>
        )}
      </section>
      {notice.urgentReason && (
        <section>
          <h3>Why one editor acted alone</h3>
          <p>{notice.urgentReason}</p>
        </section>
      )}
    </>
  )
}
