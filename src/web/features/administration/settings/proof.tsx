import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Journal } from '../../../../contract/journal.ts'
import { formerInWords, issnsInWords } from '../../../../contract/rules/articles/titles.ts'
import { isColour, lookTokens, shadesFor } from '../../../../contract/rules/settings/colours.ts'
import type { AreaId } from '../../../../contract/rules/settings/fields.ts'
import { addDays, dayOf } from '../../../../contract/rules/peer-review/days.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { monthDay } from '../../../../contract/rules/peer-review/in-words.ts'
import { Logo, Sprig } from '../../../site/brand.tsx'
import { useSeenPicture } from '../../../ui/files/settings-picture.ts'

interface Shown {
  before: Journal
  after: Journal
  underWay: number
  dois: number
}

/** What an area changes, as readers, authors and reviewers see it: new words are underlined. */
export function Proof({ area, ...shown }: { area: AreaId } & Shown) {
  const Sheet = SHEETS[area]
  return (
    <div className="proof">
      <Sheet {...shown} />
    </div>
  )
}

const SHEETS: Record<AreaId, (shown: Shown) => ReactNode> = {
  identity: Identity,
  look: Look,
  review: Review,
  submissions: Submissions,
  fees: Fees,
  dois: Dois,
  licence: Licence,
  features: Features,
  pages: () => null,
}

/** New words, marked if they differ. */
function New({ was, is }: { was: string; is: string }) {
  return was === is ? is : <ins>{is}</ins>
}

function Slip({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="slip">
      <span className="slip-name">{name}</span>
      {children}
    </div>
  )
}

function Identity({ before, after }: Shown) {
  const former = after.formerTitles.at(-1)
  const lastBefore = before.formerTitles.at(-1)
  return (
    <>
      <Slip name="Top of every page">
        <p className="mini-mast">
          <Sprig />
          <New was={before.name} is={after.name} />
        </p>
      </Slip>
      <Slip name="Home page">
        <p>
          <New was={before.description} is={after.description} />
        </p>
      </Slip>
      <Slip name={former ? 'How an article of the new title is cited' : 'How an article is cited'}>
        <p>
          Dahal S. Rooting of Taxus wallichiana cuttings without hormones. <New was={before.name} is={after.name} />.
          2026;4:31.
        </p>
      </Slip>
      {former && (
        <Slip name="How an earlier article is cited">
          <p>Dahal S. Grafting of old walnut trees in Doti. {former.name}. 2025;3:12.</p>
        </Slip>
      )}
      <Slip name="Foot of every page">
        <p>
          Sponsored by the <New was={before.society.name} is={after.society.name} />, founded in{' '}
          <New was={String(before.society.foundedIn)} is={String(after.society.foundedIn)} />.
          <br />
          {issnsInWords(after) && (
            <>
              <New was={issnsInWords(before)} is={issnsInWords(after)} />
              <br />
            </>
          )}
          {former && (
            <>
              <New was={lastBefore ? formerInWords(lastBefore) : ''} is={formerInWords(former)} />
              <br />
            </>
          )}
          <New was={before.publisher.name} is={after.publisher.name} />,{' '}
          <New was={before.publisher.address} is={after.publisher.address} />
        </p>
      </Slip>
      <Slip name="An email">
        <p>
          From: <New was={before.name} is={after.name} /> &lt;
          <New was={before.contact.email} is={after.contact.email} />
          &gt;
        </p>
      </Slip>
    </>
  )
}

/** The top of a page, by day and in the dark, in the colour that is being tried. */
function Look({ after }: Shown) {
  const { colour, logo } = after.look
  const seen = useSeenPicture(logo)
  return (
    <>
      {['By day', 'In the dark'].map((name) => (
        <Slip key={name} name={name}>
          <LookSample
            colour={colour}
            isDark={name === 'In the dark'}
            name={after.name}
            logo={logo && seen ? <Logo look={after.look} src={seen} /> : <Sprig />}
          />
        </Slip>
      ))}
      <p className="hint small muted">Red, ochre and blue keep their meanings: errors, waiting, information.</p>
    </>
  )
}

function LookSample({
  colour,
  isDark,
  name,
  logo,
}: {
  colour: string
  isDark: boolean
  name: string
  logo: ReactNode
}) {
  const sample = useRef<HTMLDivElement>(null)
  // The page's policy refuses styles in documents; what a script sets is none.
  useLayoutEffect(() => {
    if (!isColour(colour)) return
    const shades = shadesFor(colour)[isDark ? 'dark' : 'light']
    for (const [token, value] of lookTokens(shades)) sample.current!.style.setProperty(token, value)
  }, [colour, isDark])
  return (
    <div ref={sample} className={isDark ? 'look-sample night' : 'look-sample'}>
      <p className="mini-mast">
        {logo}
        {name}
      </p>
      <p className="quoted">Water stored in the stem supplies a sixth of what date palms lose in a day.</p>
      <p className="row-of">
        <span className="btn solid">Submit Research</span>
        <span className="btn">Download PDF</span>
        <span className="as-link">Plant Physiology</span>
        <span className="chip published">Published</span>
      </p>
    </div>
  )
}

const DAYS_SHOWN = 100

/** The steps of the promise on one scale: what each may take, and where the promise ends. */
function Review({ before, after, underWay }: Shown) {
  const { review } = after
  const today = dayOf(new Date())
  const steps = [
    ['Screening', review.reminders.screening[0] ?? 0],
    ['Invitation', review.replyDays],
    ['Report', review.reportDays],
    ['Decision', review.reminders.decision.at(-1) ?? 0],
  ] as const
  const whole = Math.max(
    review.promisedDays,
    steps.reduce((sum, [, days]) => sum + days, 0),
  )
  const scale = DAYS_SHOWN / Math.max(1, whole)
  let from = 0
  return (
    <>
      <Slip name="A manuscript that arrives today">
        <svg
          className="promise"
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          role="img"
          aria-label="The steps of the promise"
        >
          {steps.map(([name, days], at) => {
            const x = from * scale
            from += days
            return <rect key={name} className={`step-${at % 2}`} x={x} y="0" width={days * scale} height="6" />
          })}
          <rect className="end" x={Math.min(99.5, review.promisedDays * scale)} y="0" width="0.5" height="10" />
        </svg>
        <dl className="answers">
          {steps.map(([name, days]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{counted(days, 'day')}</dd>
            </div>
          ))}
          <div>
            <dt>First decision promised by</dt>
            <dd>{monthDay(addDays(today, review.promisedDays), new Date())}</dd>
          </div>
        </dl>
      </Slip>
      <Slip name="What authors read">
        <p>
          Peer review takes <New was={before.review.weeks} is={review.weeks} /> weeks. Review is by{' '}
          <New was={before.review.reviewersInWords} is={review.reviewersInWords} />.
        </p>
      </Slip>
      <UnderWay count={underWay} />
    </>
  )
}

function UnderWay({ count, keep = 'what they were promised' }: { count: number; keep?: string }) {
  return count > 0 ? (
    <Slip name="Manuscripts under way">
      <p>
        New manuscripts only. {counted(count, 'manuscript')} under way keep {keep}.
      </p>
    </Slip>
  ) : null
}

function Submissions({ before, after, underWay }: Shown) {
  const { limits, submissions } = after
  return (
    <>
      {!submissions.open && (
        <Slip name="Where authors submit">
          <p>
            <ins>{submissions.closed}</ins> Revisions and reviews go on as usual.
          </p>
        </Slip>
      )}
      <Slip name="What authors read">
        <p>
          Titles have up to <New was={String(before.limits.titleWords)} is={String(limits.titleWords)} /> words,
          abstracts up to <New was={String(before.limits.abstractWords)} is={String(limits.abstractWords)} />. A
          similarity of up to <New was={`${before.limits.similarityPercent}%`} is={`${limits.similarityPercent}%`} /> is
          accepted. Proofs are checked within <New was={before.limits.proofDaysInWords} is={limits.proofDaysInWords} />.
        </p>
      </Slip>
      <UnderWay count={underWay} />
    </>
  )
}

function Fees({ before, after, underWay }: Shown) {
  const { fees } = after
  return (
    <>
      <Slip name="Publication Fee">
        <p>
          There is <New was={before.fees.submission} is={fees.submission} />. After acceptance{' '}
          <New was={before.fees.local.whom} is={fees.local.whom} /> pay{' '}
          <New was={before.fees.local.amount} is={fees.local.amount} />, and{' '}
          <New was={before.fees.international.whom} is={fees.international.whom} />{' '}
          <New was={before.fees.international.amount} is={fees.international.amount} />.
        </p>
      </Slip>
      {fees.paymentFirst && (
        <Slip name="An accepted manuscript">
          <p>It is published once its fee is paid or waived. Articles without a fee do not wait.</p>
        </Slip>
      )}
      <UnderWay count={underWay} keep={`${before.fees.local.amount} and ${before.fees.international.amount}`} />
    </>
  )
}

const EXAMPLE = { '{id}': 'p5snzphvbgt6', '{volume}': '4', '{issue}': '2', '{year}': '2026' } as const

function exampleDoi({ doi: { prefix, pattern } }: Journal): string {
  if (!prefix) return 'No DOI is given.'
  const suffix = Object.entries(EXAMPLE).reduce((made, [name, value]) => made.replaceAll(name, value), pattern)
  return `https://doi.org/${prefix}/${suffix}`
}

function Dois({ before, after, dois }: Shown) {
  return (
    <>
      <Slip name="The DOI of a new article">
        <p>
          <New was={exampleDoi(before)} is={exampleDoi(after)} />
        </p>
      </Slip>
      {dois > 0 && (
        <Slip name="DOIs that were given">
          <p>{counted(dois, 'DOI')} stay as they are; a new pattern is for new articles.</p>
        </Slip>
      )}
    </>
  )
}

function Licence({ before, after }: Shown) {
  return (
    <Slip name="Under each new article">
      <p>
        Published under the <New was={before.licence.name} is={after.licence.name} /> licence (
        <New was={before.licence.shortName} is={after.licence.shortName} />
        ).
      </p>
    </Slip>
  )
}

function Features({ after }: Shown) {
  return (
    <Slip name="Imported articles">
      <p>
        {after.pdf.typesetImported
          ? 'One without a PDF gets one that the journal typesets from its text.'
          : 'One without a PDF is published without.'}
      </p>
    </Slip>
  )
}
