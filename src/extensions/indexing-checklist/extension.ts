import type { Extension } from '../extension.ts'
import { indexingChecklistHandlers } from './handlers.ts'

export const indexingChecklist: Extension = { handlers: { readiness: indexingChecklistHandlers } }
