import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { PublicationPlan } from '../../../../contract/api/published-reviews.ts'
import { HELD_BACK, reportsInWords } from '../../../../contract/rules/peer-review/published-reviews.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckField } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { ReviewRounds } from '../reviews/review-rounds.tsx'
import { Refused } from './part.tsx'

/** What can be published of an article's review; null where that is not asked, or cannot be loaded. */
export function usePublicationPlan(articleId: string, isAsked: boolean) {
  return useAnswer(
    async () => (isAsked ? browserApi.publishedReviews.plan({ id: articleId }) : null),
    `${articleId} ${isAsked}`,
  )
}

/** True if an editor can publish something now. */
export const isPublishable = (plan: PublicationPlan | null): plan is PublicationPlan =>
  plan !== null && plan.answer === 'yes' && plan.rounds.length > 0

/** True if there is anything to say: an invitation said that reports are published. */
const isKnown = ({ rounds, heldBack, published }: PublicationPlan): boolean =>
  rounds.length > 0 || published > 0 || heldBack.some(({ why }) => why !== 'policy' && why !== 'quotes')

const inWords = ({ rounds }: PublicationPlan): string =>
  reportsInWords(
    rounds.flatMap(({ texts }) =>
      texts.filter(({ kind }) => kind === 'report').map(({ signedBy }) => ({ name: signedBy?.name ?? null })),
    ),
  )

/** In the form of an approval: whether the reviews are published with the article, and what exactly. */
export function ReviewsWithArticle({
  plan,
  isChosen,
  onChange,
}: {
  plan: PublicationPlan | null
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}) {
  if (!plan || !isKnown(plan)) return null
  return (
    <div className="before-approval">
      {isPublishable(plan) ? (
        <CheckField name="reviews" checked={isChosen} onChange={onChange}>
          Publish the reviews with it: {inWords(plan)}
        </CheckField>
      ) : (
        <p>{whyNot(plan)}</p>
      )}
      <WhatIsPublished plan={plan} />
    </div>
  )
}

function whyNot({ answer, rounds }: PublicationPlan): string {
  if (answer === null) return 'The reviews are not published: the author has not said whether they may be.'
  if (answer === 'no') return 'The reviews are not published: the author does not want them to be.'
  return rounds.length ? '' : 'No report can be published.'
}

/** Each text as readers will see it, and what stays unpublished. */
function WhatIsPublished({ plan: { rounds, heldBack, latinNames } }: { plan: PublicationPlan }) {
  return (
    <>
      {rounds.length > 0 && (
        <details>
          <summary>What readers will see</summary>
          <div className="rv-text">
            <ReviewRounds rounds={rounds} latinNames={latinNames} />
          </div>
        </details>
      )}
      {heldBack.length > 0 && (
        <details>
          <summary>What stays unpublished: {heldBack.length}</summary>
          <ul className="rv-held small">
            {heldBack.map(({ title, round, why }, index) => (
              <li key={index}>
                Round {round}, {title}: {HELD_BACK[why]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** On the page of a case whose article is public: what is published of its review, and what can be added. */
export function ReviewsOfCase({ id, isGuest }: { id: string; isGuest: boolean }) {
  const { answer: plan, tryAgain } = usePublicationPlan(id, true)
  const [isOpen, setOpen] = useState(false)
  if (!plan || !isKnown(plan)) return null
  return (
    <section className="notice" aria-label="Published reviews">
      <p>
        {plan.published > 0 ? (
          <>
            The reviews are published. <Link to={paths.articleReviews(id)}>Read them</Link>
          </>
        ) : (
          whyNot(plan) || 'The reviews are not published yet.'
        )}
      </p>
      {isPublishable(plan) && !isGuest && (
        <p className="buttons">
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            Publish Reviews
          </button>
        </p>
      )}
      {isOpen && (
        <AddDialog
          id={id}
          plan={plan}
          onClose={() => setOpen(false)}
          onChanged={() => {
            setOpen(false)
            tryAgain()
          }}
          onRefused={tryAgain}
        />
      )}
    </section>
  )
}

function AddDialog({
  id,
  plan,
  onClose,
  onChanged,
  onRefused,
}: {
  id: string
  plan: PublicationPlan
  onClose: () => void
  onChanged: () => void
  /** What can be published may be something else by now. */
  onRefused: () => void
}) {
  const { revalidate } = useRevalidator()
  const { run, busy, failure } = useCommand(onRefused)
  const publish = () =>
    void run(async () => {
      toast.success((await browserApi.publishedReviews.add({ id, digest: plan.digest })).message)
      onChanged()
      await revalidate()
    })
  return (
    <Dialog title="Publish reviews" onClose={onClose}>
      <div className="mid approve">
        <p>{inWords(plan)}</p>
        <WhatIsPublished plan={plan} />
        <Refused failure={failure} />
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn solid" aria-disabled={busy} onClick={publish}>
          {busy ? 'Publishing...' : 'Publish'}
        </button>
      </footer>
    </Dialog>
  )
}
