import { useState } from 'react'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { journal } from '../../../../../contract/journal.ts'
import { joinNames, namesInBrief } from '../../../../../contract/rules/people/author-names.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { Link } from '../../../../ui/link.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { PromiseBar } from '../../shared/promise-bar.tsx'
import { SampleNote } from '../../shared/sample-note.tsx'
import { ExtensionForm } from '../../../../../contract/api/case-forms.ts'
import { isReleased } from '../../../../../contract/rules/peer-review/undo.ts'
import { browserApi } from '../../../../client/api.ts'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { useSent } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { useEditorsHome } from './home.ts'
import { useCase } from './section.tsx'
import type { Neighbours } from './neighbours.ts'

/** The way back to the list of today, and to its other cases. */
export function CaseNavigation({ neighbours: { position, total, previous, next } }: { neighbours: Neighbours }) {
  const home = useEditorsHome()
  return (
    <nav className="case-nav aligned" aria-label="Cases">
      <Link className="btn text pull" to={home}>
        <ArrowLeft className="ic" aria-hidden="true" />
        {home === paths.dashboard ? 'Dashboard' : 'Today'}
      </Link>
      {(position !== null || next !== null) && (
        <>
          <span className="muted small">
            {position === null ? `${total} to act on` : `${position} of ${total} to act on`}
          </span>
          {previous !== null && (
            <Link className="btn icon" to={paths.case(previous)} aria-label="Previous Case" aria-keyshortcuts="k">
              <ChevronLeft className="ic" aria-hidden="true" />
            </Link>
          )}
          {next !== null && (
            <Link className="btn icon" to={paths.case(next)} aria-label="Next Case" aria-keyshortcuts="j">
              <ChevronRight className="ic" aria-hidden="true" />
            </Link>
          )}
        </>
      )}
    </nav>
  )
}

export function CaseHead() {
  const { view, now } = useCase()
  const { article, number, promise } = view
  const facts = [`${journal().abbreviation} ${number}`, article.category, `Received ${monthDay(view.receivedOn, now)}`]
  return (
    <header className="case-head">
      <PageHead title={`Case ${number}`} />
      <div>
        <p className="muted small">{facts.join(' · ')}</p>
        <h1>
          <TitleText title={article.title} />
        </h1>
        <p className="muted small">{joinNames(namesInBrief(view.authors.map(({ fullName }) => fullName)))}</p>
        <SampleNote number={number} />
      </div>
      <div className="case-clock muted small">
        {promise && <PromiseBar promise={promise} />}
        <p>
          Promised by <time dateTime={view.promisedOn}>{monthDay(view.promisedOn, now)}</time>
        </p>
        <RevisionDate />
      </div>
    </header>
  )
}

/** When the awaited revision is due, and a way to move that day. */
function RevisionDate() {
  const { view, now } = useCase()
  const [isOpen, setOpen] = useState(false)
  const decision = view.decisions.findLast(({ isUndone }) => !isUndone)
  const dueOn = decision?.revisionDueOn ?? null
  if (view.stage !== 'revising' || !decision || dueOn === null) return null
  return (
    <>
      <p>
        Revision due by <time dateTime={dueOn}>{monthDay(dueOn, now)}</time>
      </p>
      {isReleased({ decided_at: decision.decidedAt }, now) && (
        <button type="button" className="btn text" onClick={() => setOpen(true)}>
          Change<span className="sr"> the date of the revision</span>
        </button>
      )}
      {isOpen && <RevisionDateDialog dueOn={dueOn} onClose={() => setOpen(false)} />}
    </>
  )
}

function RevisionDateDialog({ dueOn, onClose }: { dueOn: string; onClose: () => void }) {
  const { id } = useCase().view
  const sent = useSent(onClose)
  const form = useForm({
    schema: ExtensionForm,
    initial: { dueOn },
    submit: (data) => sent(browserApi.cases.moveRevisionDate({ id, ...data })),
  })
  return (
    <FormDialog
      title="Change the Date of the Revision"
      form={form}
      save="Change Date"
      saving="Saving..."
      onClose={onClose}
    >
      <p className="space">The author is sent a message with the new date, and reminded of it.</p>
      <Field label="Revision due by" type="date" {...form.text('dueOn')} />
    </FormDialog>
  )
}
