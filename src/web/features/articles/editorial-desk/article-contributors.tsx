import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError, failureOf, isApiError } from '../../../client/api-error.ts'
import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import type { ContributorForm } from '../../../../contract/api/contributors.ts'
import { roleInWords } from '../../../../contract/rules/people/people.ts'
import { browserApi } from '../../../client/api.ts'
import { useActor } from '../../../client/session.ts'
import { AuthorDialog } from '../../../site/people/author-dialog.tsx'
import { NOBODY, typedAuthor } from '../../../site/people/typed-author.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { Part, Refused, sentenceOf } from './part.tsx'

type Contributor = Article['contributors'][number]
type Open = { mode: 'add' } | { mode: 'edit' | 'remove'; person: Contributor }

/**
 * The contributors of an article, including reviewers, with controls to add, edit and remove them if
 * permitted.
 */
export function ArticleContributors({ article, onChange }: { article: Article; onChange: (article: Article) => void }) {
  const { id, contributors } = article
  const canChange = articlePolicy.can(useActor(), 'changeContributors', article)
  const [open, setOpen] = useState<Open | null>(null)
  const { run, failure, forget } = useCommand(() => toast.error('Failed to remove author'))
  const close = () => {
    setOpen(null)
    forget()
  }

  const done = (article: Article, words: string) => {
    toast.success(words)
    close()
    onChange(article)
  }

  /** Errors of a save are shown in the dialog; without any answer a toast is needed. */
  const save = async (call: Promise<Article>, words: string) => {
    try {
      done(await call, words)
    } catch (error) {
      throw isApiError(error) ? error : new ApiError(0, sentenceOf(failureOf(error)))
    }
  }

  const remove = ({ contributorId }: Contributor) =>
    run(async () =>
      done(await browserApi.articles.removeContributor({ id, contributorId }), 'Author removed successfully'),
    )

  return (
    <Part title="Authors">
      <ol className="people rows" role="list">
        {contributors.map((person) => (
          <Person
            key={person.contributorId}
            person={person}
            onOpen={canChange ? (mode) => setOpen({ mode, person }) : null}
          />
        ))}
      </ol>
      {canChange && (
        <button type="button" className="btn" onClick={() => setOpen({ mode: 'add' })}>
          <Plus className="ic" aria-hidden="true" />
          Add Author
        </button>
      )}
      {open?.mode === 'add' && (
        <AuthorDialog
          mode="add"
          author={NOBODY}
          onSave={(author: ContributorForm) =>
            save(browserApi.articles.addContributor({ id, ...author }), 'Author added successfully')
          }
          onClose={close}
        />
      )}
      {open?.mode === 'edit' && (
        <AuthorDialog
          mode="edit"
          author={typedAuthor({ ...open.person.contributor, role: open.person.role })}
          onSave={(author: ContributorForm) =>
            save(
              browserApi.articles.changeContributor({ id, contributorId: open.person.contributorId, ...author }),
              'Author updated successfully',
            )
          }
          onClose={close}
        />
      )}
      {open?.mode === 'remove' && (
        <ConfirmDialog
          title="Remove author"
          confirm="Remove"
          danger
          onConfirm={() => remove(open.person)}
          onClose={close}
        >
          <p>Are you sure you want to remove {open.person.contributor.fullName} from this article?</p>
          <Refused failure={failure} />
        </ConfirmDialog>
      )}
    </Part>
  )
}

function Person({
  person: { role, contributor },
  onOpen,
}: {
  person: Contributor
  /** Null if the viewer may not change them. */
  onOpen: ((mode: 'edit' | 'remove') => void) | null
}) {
  const { fullName, email, affiliation, isGroup, orcidId, orcidAuthenticated } = contributor
  return (
    <li>
      <div>
        <strong>{fullName}</strong>
        <span className="muted">{roleInWords({ role, isGroup })}</span>
        <p className="muted small">{affiliation}</p>
        <p className="muted small">
          <EmailAddress>{email}</EmailAddress>
          {orcidId && (
            <span className="id">
              <OrcidMark orcid={orcidId} authenticated={orcidAuthenticated} /> {orcidId}
              {!orcidAuthenticated && ' (not verified with ORCID)'}
            </span>
          )}
        </p>
      </div>
      {onOpen && (
        <span className="act">
          <button
            type="button"
            className="btn icon"
            title="Edit"
            aria-label={`Edit ${fullName}`}
            onClick={() => onOpen('edit')}
          >
            <Pencil className="ic" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="btn icon danger"
            title="Remove"
            aria-label={`Remove ${fullName}`}
            onClick={() => onOpen('remove')}
          >
            <Trash2 className="ic" aria-hidden="true" />
          </button>
        </span>
      )}
    </li>
  )
}
