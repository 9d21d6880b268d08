import type { versions } from '../../../contract/api/versions.ts'
import { publicTitle } from '../../../contract/rules/articles/notices.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { FileResources } from '../files/resources.ts'
import { compareVersions, passagesOfVersion } from './compare-versions.ts'
import { loadHistory, presentVersion, recordOfVersion, versionOf } from './read-versions.ts'
import { textOfVersion } from './version-texts.ts'

/** What was public of an article, for everybody. */
export const versionHandlers: Handlers<{ versions: typeof versions }, FileResources>['versions'] = {
  list: async ({ database }, { id }) => {
    const history = await loadHistory(database.db, id)
    return {
      title: history.article.title,
      doi: history.article.doi,
      versions: history.versions.map((version) => presentVersion(history, version)),
    }
  },

  get: async (resources, { id, number }) => {
    const { db } = resources.database
    const history = await loadHistory(db, id)
    const version = presentVersion(history, versionOf(history, number))
    const record = await recordOfVersion(db, history, number)
    const text = await textOfVersion(resources, history, number)
    return {
      version,
      current: presentVersion(history, history.versions[0]!),
      article: {
        ...record,
        ...{ standing: history.row.standing, title: publicTitle(record.title, history.row.standing) },
        notices: history.article.notices,
        pdfUrl: version.pdf?.url ?? null,
      },
      text: text && { outline: { ...text.outline, parts: 1 }, html: text.parts.join('\n') },
    }
  },

  passages: async (resources, { id }) => {
    const history = await loadHistory(resources.database.db, id)
    return { places: await passagesOfVersion(resources, history, history.versions[0]!.number) }
  },

  compare: async (resources, { id, from, to }) => {
    const history = await loadHistory(resources.database.db, id)
    for (const number of [from, to]) versionOf(history, number)
    return {
      title: history.article.title,
      versions: history.versions.map((version) => presentVersion(history, version)),
      ...{ from, to },
      places: await compareVersions(resources, history, { from, to }),
    }
  },
}
