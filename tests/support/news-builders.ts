/** Builders of the news, by the command of its editors. */
import type { AnnouncementForm } from '../../src/contract/api/announcements.ts'
import { createAnnouncement } from '../../src/journal/publication/announcements/commands.ts'
import type { AnnouncementRow } from '../../src/platform/database/announcement-tables.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { newId } from '../../src/platform/ids.ts'

/** A published item of the news. */
export const anAnnouncement = (
  database: Database,
  editor: { id: string },
  form: Partial<AnnouncementForm> = {},
): Promise<AnnouncementRow> =>
  database.transaction((tx) =>
    createAnnouncement(tx, editor.id, {
      ...{
        kind: 'news',
        title: 'Two editors join the board',
        slug: `item-${newId()}`,
        body: 'They look after mosses.',
      },
      ...{ from: null, until: null, deadline: null, ...form },
    }),
  )
