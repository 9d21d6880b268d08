import { expect, test } from 'vitest'
import { aCategory } from '../../../tests/support/builders.ts'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { categoryNamed } from './found-or-created.ts'

eachDatabase((open) => {
  test('an article of a category that was merged is imported into the other, unless there is one of that name again', async () => {
    const { database } = await open()
    const [end, former] = [
      await aCategory(database, { name: 'Ecology' }),
      await aCategory(database, { name: 'Drought' }),
    ]
    const between = await aCategory(database, { name: 'Climate' })
    const mergeInto = (id: string, into: string) =>
      database.db.updateTable('categories').set({ merged_into: into }).where('id', '=', id).execute()
    await mergeInto(former.id, between.id)
    await mergeInto(between.id, end.id)
    const named = (name: string) => database.transaction((tx) => categoryNamed(tx, name, 'imported'))
    expect(await named('drought')).toBe(end.id)
    const again = await aCategory(database, { name: 'Drought' })
    expect(await named('Drought')).toBe(again.id)
    expect([end.id, former.id, between.id]).not.toContain(await named('Mosses'))
  })
})
