import { test } from 'vitest'
import { openTestJournal } from './databases.ts'
test('x', async () => {
  const j = await openTestJournal('sqlite')
  for (const p of ['/posts/details/%ff', '/posts/details/' + 'x'.repeat(501), '/nope', '/posts/published/']) {
    const a = await j.get(p)
    console.log(a.status, a.text, a.headers)
  }
  for (const [b, h] of [['{"a":', 'application/json'], ['x', 'text/plain'], ['a=b', 'application/x-www-form-urlencoded'], ['<a/>', 'application/xml'], ['', 'application/json'], ['null', 'application/json'], ['[]', 'application/json'], ['{"__proto__":{"a":1}}', 'application/json'], ['{}', 'application/json; charset=latin1'], ['{}', 'garbage'], ['x'.repeat(3e6), 'application/json']] as const) {
    const a = await j.post('/auth/login', b, { headers: { 'content-type': h } })
    console.log(h, b.slice(0, 30), a.status, a.text)
  }
  const a = await j.app.inject({ method: 'POST', url: '/api/auth/login' })
  console.log(a.statusCode, a.body)
  await j.close()
})
