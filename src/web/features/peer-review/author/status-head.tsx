import { ArrowLeft } from 'lucide-react'
import type { Ref } from 'react'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { AUTHOR_STAGES, type AuthorStage } from '../../../../contract/rules/peer-review/author-stage.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { journal } from '../../../../../journal.config.ts'
import { Chip } from '../../../ui/chip.tsx'
import { StepMark } from '../../../ui/step-mark.tsx'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

const CHIPS: Record<AuthorStage, Parameters<typeof Chip>[0]['kind']> = {
  editor: 'pending',
  review: 'pending',
  revision: 'draft',
  proof: 'draft',
  accepted: 'published',
  published: 'published',
  declined: 'rejected',
  withdrawn: 'rejected',
  archived: 'archived',
}

/** Title, the one sentence that matters now, and the way of the manuscript as a sprig. */
export function StatusHead({ manuscript, status: place }: { manuscript: Manuscript; status: Ref<HTMLElement> }) {
  const { title, number, authors, stage, status, steps } = manuscript
  return (
    <>
      <header className="ms-head">
        <p className="ms-back">
          <Link to={paths.dashboard}>
            <ArrowLeft className="ic" aria-hidden="true" />
            My Articles
          </Link>
        </p>
        <h1>
          <TitleText title={title} />
        </h1>
        <p className="muted small">
          {number && `${journal.abbreviation} ${number} · `}
          {authors}
        </p>
      </header>
      <section className="ms-status" aria-label="Status" tabIndex={-1} ref={place}>
        <p>
          <Chip kind={CHIPS[stage]}>{AUTHOR_STAGES[stage]}</Chip>
        </p>
        <p className="ms-sentence">
          <Sentence {...status} />
        </p>
        {status.note && <p className="muted">{status.note}</p>}
      </section>
      <ol className="steps ms-way" role="list" aria-label="The way of your manuscript">
        {steps.map(({ title: name, note, state }) => (
          <li
            key={name}
            className={state === 'done' ? 'done' : undefined}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <StepMark grown={state !== 'ahead'} />
            <span>
              <span className="t">{name}</span>
              {state === 'done' && <span className="sr">, done</span>}
              {note && <small>{note}</small>}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The date of the sentence stays on one line and is marked up as a date. */
function Sentence({ sentence, date }: Manuscript['status']) {
  const words = longDate(date)
  const at = words ? sentence.lastIndexOf(words) : -1
  if (date === null || at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <time dateTime={date} className="keep">
        {words}
      </time>
      {sentence.slice(at + words.length)}
    </>
  )
}
