import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** Something as others will see it, with nothing to do but to close it. */
export const PreviewDialog = ({
  title,
  about,
  onClose,
  children,
}: {
  title: string
  about: string
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog title={title} about={about} onClose={onClose}>
    {children}
    <footer>
      <button type="button" className="btn solid" onClick={onClose}>
        Close Preview
      </button>
    </footer>
  </Dialog>
)
