import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'

/** True for a volume that readers know of: an issue that is planned only once one of its articles is public. */
export const isShown = ({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'volumes'>): Expression<SqlBool> =>
  or([
    eb('volumes.state', '<>', 'planned'),
    exists(
      selectFrom('public_articles')
        .select('public_articles.id')
        .whereRef('public_articles.volume_id', '=', 'volumes.id'),
    ),
  ])

/** `showsMatter` of the contract, for the database. */
export const hasShownMatter = ({ or, eb }: ExpressionBuilder<Tables, 'volumes'>): Expression<SqlBool> =>
  or([eb('volumes.state', '=', 'published'), eb('volumes.release', '=', 'continuous')])
