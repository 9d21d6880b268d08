import type { Uploads } from '../files/use-uploads.ts'
import type { Draft } from './draft.ts'

/** What the fields of a step work with. */
export interface StepProps {
  draft: Draft
  update: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void
  errors: Record<string, string>
  clear: (...fields: string[]) => void
  categories: { id: string; name: string }[]
  /** Of step 3: they go on while the author looks at other steps. */
  uploads: { files: Uploads; image: Uploads }
  confirmed: boolean
  setConfirmed: (confirmed: boolean) => void
  goTo: (step: number) => void
}
