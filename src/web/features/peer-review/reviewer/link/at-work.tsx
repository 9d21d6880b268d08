import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { ColleagueForm, COLLEAGUES_MAX } from '../../../../../contract/api/reviews.ts'
import { fileUrl } from '../../../../../contract/rules/files/file-rules.ts'
import type { CoReviewerState } from '../../../../../contract/rules/peer-review/stages.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import type { OpenFile } from '../../../../ui/files/pdf-pages.tsx'
import { PrivatePdf } from '../../../../ui/files/private-pdf.tsx'
import { Labelled } from '../../../../ui/labelled.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { ReportForm } from '../report/report-form.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { download } from '../../../../ui/download.tsx'
import { EarlierRounds } from './report-copy.tsx'
import { ManuscriptFiles } from './manuscript-files.tsx'
import { Abstract, Authors, day, FromTheEditor } from './manuscript.tsx'
import { PageTitle } from '../../shared/link-frame.tsx'
import { PublicationChoice } from './publication-choice.tsx'
import type { Act } from './use-review.ts'

/** After agreeing: the manuscript, the report, and what a reviewer may need until it is sent. */
export function AtWork({
  review,
  moved,
  sending,
  act,
  onSent,
}: {
  review: OpenReview
  moved: boolean
  sending: boolean
  act: Act
  onSent: () => void
}) {
  const { title, number, round, dueOn } = review
  const beside = usePagesBeside(review.files)
  return (
    <div className={beside ? 'beside' : undefined}>
      {beside && <PagesBeside file={beside} />}
      <div>
        <p className="eyebrow">Your review{round > 1 && `, round ${round}`}</p>
        <PageTitle moved={moved}>
          <TitleText title={title} />
        </PageTitle>
        <Authors authors={review.authors} />
        <Facts
          className="when"
          rows={[
            ['Report due', day(dueOn)],
            ['Manuscript', number],
          ]}
        />
        <FromTheEditor messages={review.messages} />
        <ManuscriptFiles files={review.files} />
        <EarlierRounds review={review} />
        <details>
          <summary>Abstract</summary>
          <Abstract abstract={review.abstract} />
        </details>
        <ReportForm
          review={review}
          also={review.publication && <PublicationChoice asked={review.publication} sending={sending} act={act} />}
          onSent={onSent}
        />
        <section aria-labelledby="arrange">
          <h2 id="arrange">Dates and help</h2>
          <p className="buttons">
            <button type="button" className="btn" onClick={() => void download(() => browserApi.reviews.calendar({}))}>
              <CalendarPlus className="ic" aria-hidden="true" />
              Add {longDate(dueOn)} to a calendar
            </button>
          </p>
          <LaterDate review={review} sending={sending} act={act} />
          <Colleagues review={review} sending={sending} act={act} />
          <StepBack act={act} />
        </section>
      </div>
    </div>
  )
}

function StepBack({ act }: { act: Act }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="btn text danger" onClick={() => setAsking(true)}>
        Withdraw from This Review
      </button>
      {asking && (
        <ConfirmDialog
          title="Withdraw from this review?"
          confirm="Withdraw"
          danger
          onConfirm={async () => {
            await act(() => browserApi.reviews.decline({}))
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>The editor will be told and can invite someone else.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type ManuscriptFile = OpenReview['files'][number]

/** From this width the manuscript is read beside the report. */
const WIDE = '(min-width: 60.01rem)'

const open: OpenFile = (fileId) => browserApi.reviews.file({ fileId })

/** The PDF of the newest version, where there is room beside the report; phones do not load what draws it. */
function usePagesBeside(files: readonly ManuscriptFile[]): ManuscriptFile | undefined {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const follow = () => setWide(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  const newest = Math.max(...files.map(({ version }) => version))
  return isWide ? files.find(({ version, name }) => version === newest && /\.pdf$/i.test(name)) : undefined
}

/** The manuscript's pages, which scroll on their own. */
function PagesBeside({ file }: { file: ManuscriptFile }) {
  return (
    <section className="pages-beside" aria-label="Pages of the manuscript" tabIndex={0}>
      <PrivatePdf key={file.id} url={fileUrl(file)} name={`Pages of ${file.name}`} open={open} />
    </section>
  )
}

/** Moves the date of the report once; later by a message to the editor. */
function LaterDate({ review: { later }, sending, act }: { review: OpenReview; sending: boolean; act: Act }) {
  const [dueOn, setDueOn] = useState('')
  const [error, setError] = useState<string>()
  if (!later) return null

  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (!dueOn) {
      setError('Please choose a date')
      return
    }
    const failed = await act(() => browserApi.reviews.askForTime({ dueOn }))
    if (failed) setError(failed.errors.dueOn)
    else toast.success(`Your report is now due on ${longDate(dueOn)}.`)
  }
  return (
    <details>
      <summary>I need more time</summary>
      <form noValidate onSubmit={(event) => void move(event)}>
        <Labelled
          label="New date"
          hint={`Until ${longDate(later.latest)}. You can change the date once; after that, please write to the editor.`}
          error={error}
        >
          {(control) => (
            <input
              {...control}
              type="date"
              name="dueOn"
              min={later.earliest}
              max={later.latest}
              value={dueOn}
              onChange={(event) => {
                setDueOn(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Labelled>
        <button className="btn" aria-disabled={sending}>
          Change the Date
        </button>
      </form>
    </details>
  )
}

const STATE_WORDS: Record<CoReviewerState, string> = {
  asked: 'the editor has been asked',
  invited: 'allowed by the editor, has not answered yet',
  confirmed: 'helps with the report',
  refused: 'cannot help',
}

/** The colleagues with whom a reviewer writes the report: each is allowed by the editor and confirms. */
function Colleagues({ review, sending, act }: { review: OpenReview; sending: boolean; act: Act }) {
  const { coReviewers } = review
  return (
    <details open={coReviewers.length > 0}>
      <summary>Work with a colleague</summary>
      {coReviewers.length > 0 && (
        <ul>
          {coReviewers.map(({ fullName, state }, index) => (
            <li key={index}>
              {fullName}: {STATE_WORDS[state]}
            </li>
          ))}
        </ul>
      )}
      {coReviewers.length < COLLEAGUES_MAX && <NameColleague key={coReviewers.length} sending={sending} act={act} />}
    </details>
  )
}

function NameColleague({ sending, act }: { sending: boolean; act: Act }) {
  const { text, formProps } = useForm({
    schema: ColleagueForm,
    initial: { fullName: '', email: '', orcid: '' },
    submit: async (colleague) => {
      const failed = await act(() => browserApi.reviews.nameColleague(colleague))
      if (failed) throw failed
      toast.success('Thank you. The editor has been asked.')
    },
    onFailure: () => {},
  })
  return (
    <form {...formProps}>
      <p className="hint small muted">
        The manuscript is confidential. The editor must agree first. Your colleague then gets their own link, and the
        editor sees both names.
      </p>
      <Field {...text('fullName')} label="Full name" autoComplete="off" />
      <Field {...text('email')} label="Email" type="email" autoComplete="off" />
      <Field {...text('orcid')} label="ORCID iD (optional)" autoComplete="off" />
      <button className="btn" aria-disabled={sending}>
        Ask the Editor
      </button>
    </form>
  )
}
