import { NEWS_KINDS } from '../../../../../contract/rules/site/news.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { NewsDraft } from './news-draft.ts'

/** Two texts of one item of the news that have come apart: with which to go on. */
export function TwoNews({
  about,
  mine,
  other,
  onMine,
  onTheirs,
}: {
  about: string
  mine: NewsDraft
  other: NewsDraft
  onMine: () => void
  onTheirs: () => void
}) {
  return (
    // It stays until one is chosen: closing it goes on with what is on the page.
    <Dialog title="Two versions of this text" about={about} onClose={onMine}>
      <div className="two-texts letter">
        <Text title="Here, on this page" draft={mine} />
        <Text title="The other one" draft={other} />
      </div>
      <footer>
        <button type="button" className="btn" onClick={onTheirs}>
          Use the Other Version
        </button>
        <button type="button" className="btn solid" onClick={onMine}>
          Keep This Version
        </button>
      </footer>
    </Dialog>
  )
}

function Text({ title, draft }: { title: string; draft: NewsDraft }) {
  const dates = [
    draft.from && `from ${longDate(draft.from)}`,
    draft.kind === 'call' ? draft.deadline && `until ${longDate(draft.deadline)}` : draft.until && `until ${longDate(draft.until)}`, // prettier-ignore
  ].filter(Boolean)
  return (
    <section>
      <h3>{title}</h3>
      <p className="hint small muted">{[NEWS_KINDS[draft.kind], ...dates].join(', ')}</p>
      <p className="lines">
        <b>{draft.title || 'Without a title'}</b>
      </p>
      <p className="lines">{draft.body.trim() || 'Nothing yet.'}</p>
    </section>
  )
}
