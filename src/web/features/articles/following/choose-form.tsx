import { SCOPE_WORDS } from '../../../../contract/rules/site/follow-scopes.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { EmailField } from './follow-form.tsx'

const Choice = ({ name, value, label, chosen }: { name: string; value: string; label: string; chosen?: boolean }) => (
  <label className="check">
    <input type="checkbox" name={name} value={value} defaultChecked={chosen} />
    <span>{label}</span>
  </label>
)

/** What can be followed without a page of its own, and how often. A browser sends it by itself. */
export function ChooseForm({ categories }: { categories: readonly { id: string; name: string }[] }) {
  return (
    <form method="post" action={paths.follow}>
      <fieldset className="field">
        <legend className="lab">About what</legend>
        <Choice name="articles" value="yes" label={SCOPE_WORDS.articles} chosen />
        <Choice name="volumes" value="yes" label={SCOPE_WORDS.volumes} />
        <Choice name="news" value="yes" label={SCOPE_WORDS.news} />
      </fieldset>
      {categories.length > 0 && (
        <fieldset className="field">
          <legend className="lab">Or only new articles in</legend>
          {categories.map(({ id, name }) => (
            <Choice key={id} name="category" value={id} label={name} />
          ))}
        </fieldset>
      )}
      <p className="small muted space">
        Keywords and authors can be followed on their own pages. However much an article fits, you get one email about
        it.
      </p>
      <fieldset className="field">
        <legend className="lab">How often</legend>
        <label className="check">
          <input type="radio" name="rhythm" value="daily" defaultChecked />
          <span>In the morning after something was published</span>
        </label>
        <label className="check">
          <input type="radio" name="rhythm" value="monthly" />
          <span>Once a month, if there is something</span>
        </label>
      </fieldset>
      <EmailField />
      <button className="btn solid" type="submit">
        Subscribe
      </button>
      <p className="small muted">
        We send one email with a button to confirm. Without your answer the address is deleted after a week. It is used
        for nothing else, and nothing counts whether you open an email.
      </p>
    </form>
  )
}
