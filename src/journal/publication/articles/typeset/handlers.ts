import type { articlePdfs } from '../../../../contract/api/article-pdfs.ts'
import type { Handlers } from '../../../../platform/call.ts'
import { makePdf, type TypesetResources } from './make-pdf.ts'

export const articlePdfHandlers: Handlers<{ articlePdfs: typeof articlePdfs }, TypesetResources>['articlePdfs'] = {
  make: ({ caller, ...resources }, asked) => makePdf(resources, caller, asked),
}
