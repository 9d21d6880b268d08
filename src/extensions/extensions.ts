/**
 * The extensions of this journal, one line each. One is taken out by deleting its line and its folder: its calls are then
 * not found, and its tables stay.
 */
export { backups } from './backups/extension.ts'
export { crossref } from './crossref/extension.ts'
export { harvesting } from './harvesting/extension.ts'
export { importing } from './importing/extension.ts'
export { indexingChecklist } from './indexing-checklist/extension.ts'
export { monitoring } from './monitoring/extension.ts'
export { moving } from './moving/extension.ts'
export { usage } from './usage/extension.ts'
