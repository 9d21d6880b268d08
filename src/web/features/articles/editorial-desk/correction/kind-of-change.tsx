import { ArrowLeft, PencilLine } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { REASON_MAX } from '../../../../../contract/api/field-schemas.ts'
import {
  callsForNotice,
  type Difference,
  differenceWords,
  proposalFor,
  weighChanges,
  type WeighedArticle,
} from '../../../../../contract/rules/articles/change-weight.ts'
import { awardInWords } from '../../../../../contract/rules/articles/declared-works.ts'
import { NOTICE_ALONE } from '../../../../../contract/rules/articles/new-names.ts'
import { WHAT_MAX } from '../../../../../contract/rules/articles/notices.ts'
import { printedPages } from '../../../../../contract/rules/articles/place-in-volume.ts'
import { creditInWords } from '../../../../../contract/rules/people/credit.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { lineOf } from '../../../../site/people/typed-author.ts'
import { Counted } from '../../../../ui/counted.tsx'
import { TextAreaField } from '../../../../ui/field.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import { SkeletonLines } from '../../../../ui/states.tsx'
import { Stylesheet } from '../../../../ui/stylesheet.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import stylesheet from '../../../../styles/notice-desk.css?url'
import { SlipMark } from '../../standing/slip-mark.tsx'
import { StandingStyles } from '../../standing/standing-chip.tsx'
import { materialInWords, type TypedMaterial } from '../../typed-material.ts'
import { supplementInWords, typedLinksInWords } from '../../typed-works.ts'
import { Refused } from '../part.tsx'
import type { NameOf } from './summary.tsx'
import type { Typed } from './typed.ts'
import type { CorrectionForm } from './use-correction.ts'

const NAMED = ['categoryId', 'volumeId', 'imageUrl', 'pdfUrl', 'fullTextUrl'] as const
const isNamed = (field: string): field is (typeof NAMED)[number] => (NAMED as readonly string[]).includes(field)

export const weighedOf = (typed: Typed, fullText: string | null): WeighedArticle => ({
  ...typed,
  fullText,
  awards: typed.awards
    .map(({ ror, doi, ...award }) => [awardInWords(award), ror, doi].filter(Boolean).join(', '))
    .join('; '),
  links: typedLinksInWords(typed.links),
  ...weighedMaterial(typed),
  supplements: typed.supplements.map((one) => `${supplementInWords(one)}\t${one.url}`).join('\n'),
  contributors: typed.contributors.map(({ key, author }) => ({
    ...{ key, name: author.fullName, familyName: author.familyName, role: author.role },
    affiliations: author.affiliations.map(lineOf),
    credit: creditInWords(author.credit),
    other: [author.email, author.orcidId].filter(Boolean).join(', '),
  })),
})

/** The lines of each list, apart from what only leads to the same thing elsewhere. */
function weighedMaterial(typed: TypedMaterial): Pick<WeighedArticle, keyof TypedMaterial> {
  const lines = materialInWords({
    ...typed,
    vouchers: typed.vouchers.map((voucher) => ({
      ...{ ...voucher, barcode: '', uri: '' },
      // What readers do not see is no difference to them.
      ...(voucher.sensitive ? { country: '', locality: '' } : {}),
    })),
    newNames: typed.newNames.map((name) => ({ ...name, ipni: '' })),
  })
  return {
    vouchers: typed.vouchers.map(({ barcode, uri, sensitive }, at) => ({
      line: lines.vouchers[at]!,
      identifiers: sensitive ? '' : [barcode, uri].filter(Boolean).join(', '),
    })),
    permitDetails: lines.permitDetails.map((line) => ({ line, identifiers: '' })),
    newNames: typed.newNames.map(({ ipni }, at) => ({ line: lines.newNames[at]!, identifiers: ipni })),
  }
}

/** What a correction of an article that readers know changes, what the journal proposes, and the editor’s choice. */
export function KindOfChange({
  form,
  nameOf,
  newText,
}: {
  form: CorrectionForm
  nameOf: NameOf
  /** The full text that was uploaded, as HTML. */
  newText: string | null
}) {
  const { seen, base, typed, changed } = form
  const isTextChanged = changed.includes('fullTextUrl')
  const { answer: present, failed } = useAnswer(
    async () => ({
      html: isTextChanged ? ((await browserApi.fullTexts.get({ id: seen.id, page: 1 }))?.html ?? null) : null,
    }),
    `${seen.id} ${isTextChanged}`,
  )
  const text = failed ? null : present?.html
  const differences = useMemo(
    () =>
      text === undefined
        ? null
        : weighChanges(weighedOf(base, text), weighedOf(typed, newText), (field, value) =>
            isNamed(field) ? nameOf(field, value) : field === 'pageNum' ? printedPages(value) : value,
          ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- nothing is typed while this is shown
    [text, newText],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="kindpage">
      <PageHead title="What kind of change is this?" />
      <Stylesheet href={stylesheet} precedence="site" />
      <StandingStyles />
      <button type="button" className="btn text pull" onClick={form.goOn}>
        <ArrowLeft className="ic" aria-hidden="true" />
        Edit article
      </button>
      <header className="kind-head">
        <h1 ref={heading} tabIndex={-1}>
          What kind of change is this?
        </h1>
        <p>
          <TitleText title={base.title} />
        </p>
      </header>
      {differences === null ? (
        <div role="status" aria-label="Comparing">
          <SkeletonLines widths={[100, 90, 60]} />
        </div>
      ) : (
        <Weighed form={form} differences={differences} />
      )}
    </div>
  )
}

function Weighed({ form, differences }: { form: CorrectionForm; differences: readonly Difference[] }) {
  const { seen } = form
  return (
    <div className="kind-grid">
      <section className="kind-diff" aria-labelledby="differs">
        <header>
          <h2 id="differs" className="panel-title">
            What differs <span className="n">{differences.length}</span>
          </h2>
          <p className="muted">from what readers see since {longDate(seen.updatedAt)}</p>
        </header>
        <table className="diffs">
          <thead className="sr">
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Change</th>
              <th scope="col">What it is</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference, index) => (
              <tr key={index} className={callsForNotice(difference) ? 'corrected' : 'small'}>
                <th scope="row">{difference.where}</th>
                <td className="differ-t breakable">
                  <Runs runs={difference.runs} />
                </td>
                <td className="kind">
                  <WeightMark calls={callsForNotice(difference)} />
                  <span>{differenceWords(difference)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="kind-key">
          <span>
            <WeightMark calls />
            calls for a notice
          </span>
          <span>
            <WeightMark calls={false} />
            may be a small change
          </span>
        </p>
      </section>
      <ChoiceOfKind form={form} differences={differences} />
    </div>
  )
}

const WeightMark = ({ calls }: { calls: boolean }) =>
  calls ? <SlipMark slip="corrected" /> : <PencilLine className="ic" aria-hidden="true" />

function Runs({ runs }: Pick<Difference, 'runs'>) {
  if (!runs.length) return <span className="muted">The same words, formatted otherwise</span>
  return runs.map(({ kind, text }, index) =>
    kind === 'same' ? (
      <span key={index}>{text} </span>
    ) : kind === 'removed' ? (
      <span key={index}>
        <del>
          <span className="sr">removed: </span>
          {text}
        </del>{' '}
      </span>
    ) : (
      <span key={index}>
        <ins>
          <span className="sr">added: </span>
          {text}
        </ins>{' '}
      </span>
    ),
  )
}

export const WHY_REQUIRED = 'Please say why this is not a notice'
export const WHAT_REQUIRED = 'Please say in one sentence what happened'
const WHAT_TOO_LONG = `Please use at most ${WHAT_MAX} characters`

/** What is sent as the reason of a small change although a notice was proposed. */
export function overrulingReason(reason: string, why: string): string {
  const said = reason.trim()
  return `${said.endsWith('.') ? said : `${said}.`} No notice, because: ${why.trim()}`
}

/** The proposal with its grounds, and the choice; another one than the proposal asks why. */
export function ChoiceOfKind({
  form: { typed, seen, save, draftNotice, goOn, failure, busy },
  differences,
}: {
  form: Pick<CorrectionForm, 'save' | 'draftNotice' | 'goOn' | 'failure' | 'busy'> & {
    typed: { reason: string }
    seen: { id: string; versionNumber?: number; namesLocked?: boolean }
  }
  differences: readonly Difference[]
}) {
  const proposed = proposalFor(differences)
  // What readers do not see may change without one.
  const isNoticeAlone = seen.namesLocked === true && differences.length > 0
  const proposal = isNoticeAlone ? { weight: 'notice' as const, grounds: NOTICE_ALONE } : proposed
  const [weight, setWeight] = useState(proposal.weight)
  const [what, setWhat] = useState(typed.reason.length <= WHAT_MAX ? typed.reason : '')
  const [why, setWhy] = useState('')
  const [error, setError] = useState<string>()
  const overrules = weight === 'small' && proposal.weight === 'notice'
  const field = useRef<HTMLDivElement>(null)

  const refuse = (message: string) => {
    setError(message)
    field.current?.querySelector('textarea')?.focus()
  }
  const choose = (next: typeof weight) => {
    if (isNoticeAlone && next === 'small') return
    setWeight(next)
    setError(undefined)
  }
  const goFurther = () => {
    if (weight === 'notice') {
      if (!what.trim()) return refuse(WHAT_REQUIRED)
      if (what.trim().length > WHAT_MAX) return refuse(WHAT_TOO_LONG)
      return void draftNotice(what.trim())
    }
    if (!overrules) return void save()
    if (!why.trim()) return refuse(WHY_REQUIRED)
    const reason = overrulingReason(typed.reason, why)
    if (reason.length > REASON_MAX) {
      const left = REASON_MAX - overrulingReason(typed.reason, '').length
      return refuse(`Please use at most ${Math.max(0, left)} characters: the reason of the change is printed with it`)
    }
    void save(reason)
  }
  useShortcuts({ 1: () => choose('notice'), 2: () => choose('small'), Escape: goOn }, goFurther)

  return (
    <div className="proposal" role="group" aria-labelledby="proposed">
      <div className="prop-slip">
        <p className="eyebrow">The journal proposes</p>
        <h2 id="proposed">{proposal.weight === 'notice' ? 'A notice' : 'A small change'}</h2>
        <p>{proposal.grounds}</p>
      </div>
      <fieldset className="opts">
        <legend className="sr">Your choice</legend>
        <label className="opt">
          <input
            type="radio"
            name="weight"
            checked={weight === 'notice'}
            aria-keyshortcuts="1"
            onChange={() => choose('notice')}
          />
          <span>
            <b>Notice: a correction</b>
            <span className="d">
              With its own DOI and a banner. Authors are asked; Crossref and those who cite the article here are told.
            </span>
          </span>
          <kbd aria-hidden="true">1</kbd>
        </label>
        {!isNoticeAlone && (
          <label className="opt">
            <input
              type="radio"
              name="weight"
              checked={weight === 'small'}
              aria-keyshortcuts="2"
              onChange={() => choose('small')}
            />
            <span>
              <b>Small change</b>
              <span className="d">A new version without a notice. The reason appears on the record.</span>
            </span>
            <kbd aria-hidden="true">2</kbd>
          </label>
        )}
      </fieldset>
      <div ref={field}>
        {weight === 'notice' ? (
          <TextAreaField
            name="what"
            label="What happened, in one sentence"
            hint="Goes into the banner and the notice; you can change it there."
            value={what}
            error={error}
            under={<Counted count={what.trim().length} most={WHAT_MAX} of="characters" />}
            onChange={(value) => {
              setWhat(value)
              setError(undefined)
            }}
          />
        ) : overrules ? (
          <TextAreaField
            name="why"
            label="Why not a notice?"
            hint="Readers see your reason on the article’s record."
            value={why}
            error={error}
            onChange={(value) => {
              setWhy(value)
              setError(undefined)
            }}
          />
        ) : (
          <p className="muted small">
            <strong>Reason:</strong> {typed.reason}
          </p>
        )}
      </div>
      <Refused failure={failure} />
      <div className="sticky-bar aligned prop-bar">
        <button type="button" className="btn" onClick={goOn}>
          Keep Editing
        </button>
        <button type="button" className="btn solid" aria-disabled={busy} onClick={goFurther}>
          {weight === 'notice'
            ? 'Draft the Notice'
            : seen.versionNumber
              ? `Publish Version ${seen.versionNumber + 1}`
              : 'Publish the Change'}
        </button>
      </div>
    </div>
  )
}
