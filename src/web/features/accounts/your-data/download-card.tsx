import { OwnDataRequest } from '../../../../contract/api/personal-data.ts'
import { browserApi } from '../../../client/api.ts'
import { saveUrl } from '../../../ui/download.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

/** Downloads all that the journal holds of the person. */
export function DownloadCard() {
  const { text, set, sending, formProps } = useForm({
    schema: OwnDataRequest,
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
        One ZIP file with your profile, submissions, messages, reviews and uploads, and everything else that we hold
        about you. A text inside explains each file.
      </p>
      <PasswordField {...text('currentPassword')} label="Current password" autoComplete="current-password" />
      <button type="submit" className="btn" aria-disabled={sending}>
        {sending ? 'Preparing...' : 'Download'}
      </button>
    </form>
  )
}
