import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { journal } from '../../../../../journal.config.ts'
import type { SecondFactors } from '../../../../contract/api/second-factors.ts'
import { counted } from '../../../../contract/rules/text/counted.ts'
import { FEW_RECOVERY_CODES } from '../../../../contract/rules/accounts/second-factors.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { saveText } from '../../../ui/save-text.ts'
import { toast } from '../../../ui/toast.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** How many recovery codes are left, and a button for new ones. */
export function RecoveryCodes({ factors, onMade }: { factors: SecondFactors; onMade: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false)
  const { recoveryCodesLeft: left, passkeys, oneTimeCodes } = factors
  if (!passkeys.length && !oneTimeCodes) return null
  return (
    <section className="card-form" aria-labelledby="recovery-heading">
      <h2 id="recovery-heading">Recovery codes</h2>
      <p>For the day your phone or passkey is lost: each code signs you in once, after your password.</p>
      <p className={left <= FEW_RECOVERY_CODES ? 'notice caution' : undefined}>
        {left === 0 ? 'No recovery codes are left.' : `${counted(left, 'recovery code')} left.`}
        {left <= FEW_RECOVERY_CODES && ' Please make new ones and save them.'}
      </p>
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        Make new recovery codes
      </button>
      {asking && (
        <PasswordDialog
          title="Make new recovery codes"
          save="Make new codes"
          act={async (currentPassword) => {
            const { recoveryCodes } = await browserApi.secondFactors.makeRecoveryCodes({ currentPassword })
            setAsking(false)
            onMade(recoveryCodes)
          }}
          onClose={() => setAsking(false)}
        >
          <p>Your earlier codes will no longer work.</p>
        </PasswordDialog>
      )}
    </section>
  )
}

/** New recovery codes, which are shown this one time: to copy, save or print. */
export function NewRecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `Recovery codes for the ${journal.name}\nEach works once, after your password.\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('Copying is not possible here. Please download or print them.'),
    )
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <div className="mid">
        <p>
          Save these codes where you will find them without this device. They are shown only now. Each signs you in
          once, after your password, if your phone or passkey is lost.
        </p>
        <ul className="recovery-codes" role="list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="go">
          <button type="button" className="btn" onClick={() => void copy()}>
            <Copy className="ic" aria-hidden="true" /> Copy
          </button>
          <button type="button" className="btn" onClick={() => saveText(text, 'recovery-codes.txt')}>
            <Download className="ic" aria-hidden="true" /> Download
          </button>
          <button type="button" className="btn" onClick={() => window.print()}>
            <Printer className="ic" aria-hidden="true" /> Print
          </button>
        </div>
      </div>
      <footer>
        <button type="button" className="btn solid" onClick={onClose}>
          I have saved them
        </button>
      </footer>
    </Dialog>
  )
}
