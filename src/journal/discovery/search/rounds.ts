import { startRounds, type Rounds } from '../../../platform/rounds.ts'
import { indexDue } from './index-due.ts'
import type { SearchResources } from './resources.ts'

/** Starts indexing in the background what is due: at once after a write of this process, soon after one of others. */
export const startIndexing = ({ database, log }: SearchResources): Rounds =>
  startRounds({
    round: (stopped) =>
      indexDue(database, {
        stopped,
        failed: (error, articleId) => log.error({ err: error, articleId }, 'an article could not be indexed'),
      }),
    failed: (error) => log.error({ err: error }, 'the articles to index could not be read'),
    everyMs: 5_000,
  })
