import { ArrowRight, CornerDownRight, FilePen, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CategoryWithCount, MergePlan } from '../../../../contract/api/categories.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'

/** Merges a category into another: which ends, which goes on, and all that moves. */
export function MergeDialog({
  category,
  others,
  onClose,
}: {
  category: CategoryWithCount
  others: CategoryWithCount[]
  onClose: () => void
}) {
  const { revalidate } = useRevalidator()
  const [into, setInto] = useState('')
  const [error, setError] = useState<string>()
  const {
    answer: plan,
    failed,
    tryAgain,
  } = useAnswer(() => browserApi.categories.mergePlan({ id: category.id }), category.id)
  const { run, busy } = useCommand((failure) => setError(failure.message))
  const target = others.find(({ id }) => id === into)

  const merge = async () => {
    if (!target) return setError('Please choose the category that goes on.')
    const isDone = await run(() => browserApi.categories.merge({ id: category.id, into }))
    await revalidate()
    if (isDone) onClose()
  }
  return (
    <Dialog title="Merge categories" onClose={onClose}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void merge()
        }}
      >
        <div className="mid">
          <div className="merge-plan">
            <div className="gone">
              <span>Ends</span>
              <b>{category.name}</b>
            </div>
            <ArrowRight className="ic arrow" aria-hidden="true" />
            <div>
              <span>Goes on</span>
              <b>{target?.name ?? '…'}</b>
            </div>
          </div>
          <SelectField
            name="into"
            label="Merge into"
            value={into}
            placeholder="Choose a category"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            error={error}
            onChange={(id) => {
              setInto(id)
              setError(undefined)
            }}
          />
          {!plan && !failed && <SkeletonLines widths={[70, 80, 60]} />}
          {failed && (
            <Failure message="What moves could not be loaded.">
              <TryAgain onClick={tryAgain} />
            </Failure>
          )}
          {plan && <Moves id={category.id} plan={plan} />}
        </div>
        <footer>
          <p className="muted small left" role="status">
            {target && plan && `${wordsOf(plan, category.name, target.name)} `}Undo for 10 minutes.
          </p>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn solid" aria-disabled={busy}>
            {busy ? 'Merging...' : 'Merge'}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

const wordsOf = ({ published, manuscripts }: MergePlan, from: string, into: string): string => {
  const articles = published + manuscripts
  return `${counted(articles, 'article')} ${articles === 1 ? 'moves' : 'move'} to ${into}. Links to ${from} lead there.`
}

function Moves({ id, plan: { published, manuscripts, drafts, addresses } }: { id: string; plan: MergePlan }) {
  return (
    <ul className="moves" role="list">
      <li>
        <ArrowRight className="ic" aria-hidden="true" />
        <span>
          {published + manuscripts > 0 ? counted(published, 'published article') : 'No article is in it, so none'}
          {manuscripts > 0 && ` and ${counted(manuscripts, 'other manuscript')}`}{' '}
          {published + manuscripts < 2 ? 'moves' : 'move'}
          {manuscripts > 0 && '; cases go on with their editors'}
        </span>
      </li>
      {drafts > 0 && (
        <li>
          <FilePen className="ic" aria-hidden="true" />
          <span>
            {drafts === 1
              ? '1 submission that an author has begun goes there'
              : `${drafts} submissions that authors have begun go there`}
          </span>
        </li>
      )}
      <li>
        <CornerDownRight className="ic" aria-hidden="true" />
        <span>
          {paths.category(id)}
          {addresses > 0 && ` and ${counted(addresses, 'older address', 'older addresses')}`}{' '}
          {addresses > 0 ? 'lead' : 'leads'} to the other, for ever
        </span>
      </li>
      <li>
        <RefreshCw className="ic" aria-hidden="true" />
        <span>Harvesters get the records again; DOIs stay</span>
      </li>
    </ul>
  )
}
