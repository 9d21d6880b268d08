import type { decisions } from '../../../contract/api/decisions.ts'
import { DECISION_NAMES, LETTER_KINDS } from '../../../contract/rules/peer-review/stages.ts'
import type { Handlers } from '../../../platform/call.ts'
import { decide, undoDecision } from '../cases/decide.ts'
import { filledLetter, LETTER_EXAMPLE } from './letters.ts'
import { prepareDecision } from './prepare.ts'
import type { DecideResources } from './resources.ts'
import { presentSent } from './sent.ts'

export const decisionHandlers: Handlers<{ decisions: typeof decisions }, DecideResources>['decisions'] = {
  prepare: ({ database, caller, letters }, { id }) => prepareDecision(database.db, caller, id, letters),

  decide: ({ database, caller }, { id, ...form }) =>
    database.transaction(async (tx) => presentSent(tx, await decide(tx, caller, { articleId: id, ...form }))),

  undo: async ({ database, caller }, { id, decisionId }) => {
    await database.transaction((tx) => undoDecision(tx, caller, { articleId: id, decisionId }))
    return {}
  },

  letters: async ({ letters }) =>
    LETTER_KINDS.map((kind) => {
      const letter = letters.get(kind)!
      const { file, about } = letter
      return { kind, name: DECISION_NAMES[kind], about, file, text: filledLetter(letter, LETTER_EXAMPLE) }
    }),
}
