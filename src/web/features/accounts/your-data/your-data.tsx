import { useNavigate } from 'react-router'
import {
  ACCOUNT_DELETED,
  AccountDeletion,
  PersonalDataRequest,
  type PersonalDataSummary,
} from '../../../../contract/api/personal-data.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { clearSession } from '../../../client/session.ts'
import { saveUrl } from '../../../ui/download.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

const lines = (own: boolean, summary: PersonalDataSummary): { goes: string[]; stays: string[] } => {
  const { published, unpublished, named, written, reviews } = summary
  const your = own ? 'Your' : 'Their'
  return {
    goes: [
      `${your} profile: name, email address, username, phone number, location, bio and ORCID iD. The address can be used for a new account.`,
      `${your} sessions, the links in our emails, and uploads that belong to no manuscript.`,
      ...(unpublished
        ? [
            `From ${counted(unpublished, 'manuscript')} that ${unpublished === 1 ? 'was' : 'were'} not published: the files, the comments to the editor, and ${own ? 'your' : 'their'} name.`,
          ]
        : []),
      `${own ? 'What' : 'If they review for us, what'} our editors keep about ${own ? 'you' : 'them'} as a reviewer. Open invitations end, and we will not ask ${own ? 'you' : 'them'} again.`,
      `${your} name and address in our log, in letters, and in emails that we have sent.`,
    ],
    stays: [
      published
        ? `${counted(published, 'published article')}, with the authors as printed.`
        : 'Articles that have been published, with the authors as printed.',
      ...(named ? [`${counted(named, 'manuscript')} in which others name ${own ? 'you' : 'them'} as an author.`] : []),
      ...(written
        ? [
            `${counted(written, 'message, decision or appeal', 'messages, decisions and appeals')} in peer review, under “Former account”.`,
          ]
        : []),
      ...(reviews ? [`${counted(reviews, 'review')}, without ${your.toLowerCase()} name.`] : []),
      `Log entries, without ${your.toLowerCase()} name.`,
      'Data in backups, until they are replaced.',
    ],
  }
}

/** What goes and what stays when an account is deleted, in words and numbers. */
export function WhatHappens({ summary, own }: { summary: PersonalDataSummary; own: boolean }) {
  const { goes, stays } = lines(own, summary)
  return (
    <div className="what-happens">
      <h3>What is deleted</h3>
      <ul>
        {goes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>What stays</h3>
      <ul>
        {stays.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** Why an account cannot be deleted yet. */
export function Obstacles({ obstacles }: { obstacles: readonly string[] }) {
  return (
    <div className="notice">
      <strong>This account cannot be deleted yet</strong>
      {obstacles.map((obstacle) => (
        <p key={obstacle}>{obstacle}</p>
      ))}
    </div>
  )
}

/** What goes and what stays, and the form that deletes the account. */
export function DeleteCard({ summary }: { summary: PersonalDataSummary }) {
  return (
    <section className="card-form" aria-labelledby="delete-heading">
      <h2 id="delete-heading">Delete your account</h2>
      <WhatHappens summary={summary} own />
      {summary.obstacles.length ? <Obstacles obstacles={summary.obstacles} /> : <DeleteForm email={summary.email} />}
    </section>
  )
}

function DeleteForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const { text, sending, formProps } = useForm({
    schema: AccountDeletion,
    initial: { currentPassword: '', confirmation: '' },
    submit: async (deletion) => {
      await browserApi.ownData.deleteAccount(deletion)
      toast.success(ACCOUNT_DELETED)
      // Leaves first: an area that is still shown would redirect to the sign-in page.
      await navigate(paths.home)
      clearSession()
    },
  })
  return (
    <form {...formProps} aria-labelledby="delete-heading">
      <p>
        <strong>This takes effect immediately and cannot be undone.</strong> You may want to download your data first.
      </p>
      <Field
        {...text('confirmation')}
        label="Your email address"
        hint={`Type ${email} to confirm.`}
        type="email"
        autoComplete="off"
      />
      <PasswordField {...text('currentPassword')} label="Current password" autoComplete="current-password" />
      <button type="submit" className="btn solid-danger" aria-disabled={sending}>
        {sending ? 'Deleting...' : 'Delete My Account'}
      </button>
    </form>
  )
}

/** Downloads all that the journal holds of the person. */
export function DownloadCard() {
  const { text, set, sending, formProps } = useForm({
    schema: PersonalDataRequest,
    initial: { currentPassword: '' },
    submit: async (request) => {
      const { url } = await browserApi.ownData.download(request)
      saveUrl(url)
      set('currentPassword', '')
      toast.success('Your download has begun.')
    },
  })
  return (
    <form className="card-form" {...formProps} aria-labelledby="download-heading">
      <h2 id="download-heading">Download your data</h2>
      <p>
        One ZIP file with your profile, manuscripts, messages, reviews and uploads, and everything else that we hold
        about you. A text inside explains each file.
      </p>
      <PasswordField {...text('currentPassword')} label="Current password" autoComplete="current-password" />
      <button type="submit" className="btn" aria-disabled={sending}>
        {sending ? 'Preparing...' : 'Download'}
      </button>
    </form>
  )
}
