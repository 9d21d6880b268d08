import type { Uploads } from '../../../ui/files/use-uploads.ts'
import type { Draft } from './draft.ts'

/** The props of a step's fields. */
export interface StepProps {
  draft: Draft
  update: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void
  errors: Record<string, string>
  clear: (...fields: string[]) => void
  categories: { id: string; name: string }[]
  /** Uploads of step 3, which continue while the author is on other steps. */
  uploads: { files: Uploads; image: Uploads }
  confirmed: boolean
  setConfirmed: (confirmed: boolean) => void
  goTo: (step: number) => void
}
